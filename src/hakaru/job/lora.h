// Low-rank adapters (Hu et al. 2021, arXiv 2106.09685): what is trained beside a frozen base.
#pragma once

#include <cstdint>
#include <optional>

#include "hakaru/model/adapted.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

/// Unpacking of a frozen base to what products read. Plans have one kernel; measured rows have their software's.
struct Unpacking {
  double bytes = 0;            ///< moved for each value; 0: read as kept, written as multiplied
  bool again_backward = true;  ///< else the forward pass keeps what it unpacked
};

/// Low-rank adapters (Hu et al. 2021): the base frozen, beside its linear layers two matrices of rank r.
struct Lora {
  std::int64_t rank = 16;
  std::optional<DataType> base;  ///< type the frozen base is kept in (QLoRA: nf4); empty: the recipe's weights
  Adapted adapted = Adapted::all;
  Unpacking unpacking = {};
  bool dropout = false;  ///< before them
  bool as_base = false;  ///< kept in the base's type, not in fp32
};

}  // namespace hakaru
