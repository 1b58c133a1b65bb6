#include "hakaru/rehearsal/communication_time.h"

#include "hakaru/rehearsal/rank_network.h"
#include "hakaru/timing/collective_timer.h"

namespace hakaru {
namespace {

using tracing::Opcode;

Operation carried_by(Opcode opcode) {
  switch (opcode) {
    case Opcode::all_gather:
      return Operation::all_gather;
    case Opcode::reduce_scatter:
      return Operation::reduce_scatter;
    case Opcode::all_to_all:
      return Operation::all_to_all;
    case Opcode::pass_round:
    case Opcode::send:
    case Opcode::receive:
      return Operation::send;
    default:
      return Operation::all_reduce;
  }
}

const Group& group_in(const Groups& groups, RankGroup group) {
  switch (group) {
    case RankGroup::tensor:
      return groups.tensor;
    case RankGroup::data:
      return groups.shard;  // gradients are summed over context ranks too
    case RankGroup::context:
      return groups.context;
    case RankGroup::expert:
      return groups.expert;
    case RankGroup::expert_data:
      return groups.expert_data;
    default:
      return groups.pipeline;
  }
}

}  // namespace

tracing::CommunicationSeconds communication_seconds(const Instance& instance, const Layout& layout,
                                                    const Calibration& calibration) {
  return [collectives = CollectiveTimer(instance, calibration), groups = groups_of(layout, instance.accelerators)](
             Opcode opcode, double bytes, int group) {
    return collectives.time_s(carried_by(opcode), bytes, group_in(groups, static_cast<RankGroup>(group)));
  };
}

}  // namespace hakaru
