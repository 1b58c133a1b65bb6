// hakaru instance list|show, accelerator list|show, price list: what is known about hardware.
#include <memory>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/output/catalog_text.h"
#include "hakaru/output/json.h"

namespace hakaru::cli {
namespace {

struct Wanted {
  std::string name;
  std::string family;
  std::string region;
  std::string as_of;
  bool names_only = false;
};

/// Lists a catalog in the form asked for.
template <typename Item>
std::string listed(const std::vector<Item>& items, const Session& session, const std::string& text) {
  OrderedJson rows = OrderedJson::array();
  for (const Item& item : items) rows.push_back(json_of(item));
  return session.json ? json_text(rows) : session.csv ? csv_of(rows) : text;
}

template <typename Item>
std::string names_of(const std::vector<Item>& items, const Session& session) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.name);
  return listed_names(names, session);
}

Result<std::string> list_instances(const Wanted& wanted, const Catalog& catalog, const Session& session) {
  std::vector<Instance> instances = catalog.instances();
  if (!wanted.family.empty()) {
    std::vector<std::string> families;
    families.reserve(instances.size());
    for (const Instance& each : instances) families.push_back(each.family);
    std::erase_if(instances, [&](const Instance& each) { return each.family != wanted.family; });
    std::sort(families.begin(), families.end());
    families.erase(std::unique(families.begin(), families.end()), families.end());
    if (instances.empty()) {
      return bad_input("--family is '{}', which is not known; nearest: {}", wanted.family,
                       join(nearest_names(wanted.family, families)));
    }
  }
  if (wanted.names_only) return names_of(instances, session);
  const Result<std::string> region =
      catalog.prices().known_region(wanted.region.empty() ? HardwareRequest().region : wanted.region, "--region");
  if (!region) return fail(region);
  return listed(instances, session, instances_text(instances, catalog.prices(), *region, session.pen()));
}

Result<std::string> show_instance(const Wanted& wanted, const Catalog& catalog, const Session& session) {
  if (wanted.name.empty()) return bad_input("{} is missing: {}", "INSTANCE", "hakaru instance show NAME");
  const Result<Instance> instance = catalog.instance(wanted.name);
  if (!instance) return fail(instance);
  return listed(std::vector{*instance}, session, instance_text(*instance, catalog.prices(), session.pen()));
}

Result<std::string> list_accelerators(const Wanted& wanted, const Catalog& catalog, const Session& session) {
  if (wanted.names_only) return names_of(catalog.accelerators(), session);
  return listed(catalog.accelerators(), session, accelerators_text(catalog.accelerators(), session.pen()));
}

Result<std::string> show_accelerator(const Wanted& wanted, const Catalog& catalog, const Session& session) {
  if (wanted.name.empty()) return bad_input("{} is missing: {}", "ACCELERATOR", "hakaru accelerator show NAME");
  const Result<Accelerator> accelerator = catalog.accelerator(wanted.name);
  if (!accelerator) return fail(accelerator);
  return listed(std::vector{*accelerator}, session, accelerator_text(*accelerator, session.pen()));
}

Result<std::string> list_prices(const Wanted& wanted, const Catalog& catalog, const Session& session) {
  std::string name;
  if (!wanted.name.empty()) {
    const Result<Instance> instance = catalog.instance(wanted.name);
    if (!instance) return fail(instance);
    name = instance->name;
  }
  if (!wanted.as_of.empty()) {
    if (const Result<std::string> date = parse_date(wanted.as_of, "--prices-as-of"); !date) return fail(date);
  }
  if (!wanted.region.empty()) {
    if (const Result<std::string> region = catalog.prices().known_region(wanted.region, "--region"); !region)
      return fail(region);
  }
  std::vector<Price> prices;
  for (const Price& price : catalog.prices().all()) {
    const bool asked_for = (name.empty() || price.instance == name) &&
                           (wanted.region.empty() || price.region == wanted.region) &&
                           (wanted.as_of.empty() || price.as_of <= wanted.as_of);
    if (asked_for) prices.push_back(price);
  }
  return listed(prices, session, prices_text(prices, session.pen()));
}

using Action = Result<std::string> (*)(const Wanted&, const Catalog&, const Session&);

void set_action(CLI::App& command, const std::shared_ptr<Wanted>& wanted, Session& session, Action action) {
  command.callback([=, &session] {
    session.command = [=, &session]() -> Result<std::string> {
      const Result<const Catalog*> catalog = session.catalog();
      if (!catalog) return fail(catalog);
      return action(*wanted, **catalog, session);
    };
  });
}

void add_instance_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& instance = add_command(app, "instance", t.say("the machines that can be rented or owned"));
  const auto wanted = std::make_shared<Wanted>();
  CLI::App& list = add_command(instance, "list", t.say("every instance type, with its price"));
  list.add_option("--family", wanted->family, t.say("only this family"))->type_name("NAME")->group("choice");
  list.add_option("--region", wanted->region, t.say("region of the prices"))->type_name("NAME")->group("choice");
  list.add_flag("--names", wanted->names_only, t.say("names only, a line each"))->group("output");
  set_action(list, wanted, session, list_instances);
  CLI::App& show = add_command(instance, "show", t.say("one instance type, with its sources"));
  show.add_option("INSTANCE", wanted->name, t.say("its name"))->type_name("")->group("choice");
  set_action(show, wanted, session, show_instance);
}

void add_accelerator_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& accelerator = add_command(app, "accelerator", t.say("the devices that a framework sees as one rank"));
  const auto wanted = std::make_shared<Wanted>();
  CLI::App& list = add_command(accelerator, "list", t.say("every accelerator, with its peaks"));
  list.add_flag("--names", wanted->names_only, t.say("names only, a line each"))->group("output");
  set_action(list, wanted, session, list_accelerators);
  CLI::App& show = add_command(accelerator, "show", t.say("one accelerator, with its sources"));
  show.add_option("ACCELERATOR", wanted->name, t.say("its name or another name of it"))->type_name("")->group("choice");
  set_action(show, wanted, session, show_accelerator);
}

}  // namespace

void add_catalog_commands(CLI::App& app, Session& session) {
  add_instance_commands(app, session);
  add_accelerator_commands(app, session);
  const Translator& t = session.translator();
  CLI::App& price = add_command(app, "price", t.say("prices with region, date and source"));
  const auto wanted = std::make_shared<Wanted>();
  CLI::App& list = add_command(price, "list", t.say("every price that is known"));
  list.add_option("--instance", wanted->name, t.say("only this instance type"))->type_name("NAME")->group("choice");
  list.add_option("--region", wanted->region, t.say("only this region"))->type_name("NAME")->group("choice");
  list.add_option("--prices-as-of", wanted->as_of, t.say("only prices known on that day"))
      ->type_name("DATE")
      ->group("choice");
  set_action(list, wanted, session, list_prices);
}

}  // namespace hakaru::cli
