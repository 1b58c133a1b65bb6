// Times of layouts as they count when the fastest of a cluster are kept: as plans do (plan_uncertainty.h), whose bands
// are wider where a part of the layout was never run with its software. What is kept does not depend on how many are.
#pragma once

#include <algorithm>

#include "hakaru/evidence/layout_traits.h"

namespace hakaru {

struct LayoutCaution {
  LayoutTraits measured = LayoutTraits().set();
  double beyond = 1;  ///< times as long as it is predicted, beside layouts of measured parts

  double times(const Layout& layout) const { return is_beyond(layout) ? beyond : 1; }
  /// The least factor of any layout that `layout` is a part of.
  double least_times(const Layout& layout) const { return is_beyond(layout) ? beyond : std::min(1.0, beyond); }

 private:
  bool is_beyond(const Layout& layout) const { return (traits_of(layout) & ~measured).any(); }
};

}  // namespace hakaru
