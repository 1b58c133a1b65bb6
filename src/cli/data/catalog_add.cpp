// hakaru catalog add NAME [FILE…]: a machine of one's own, from what tools print of it and what its owner states, into
// the owner's folder of data. hakaru catalog remove NAME takes it away again.
#include <memory>

#include "../../native/data_folder.h"
#include "../../native/written_folder.h"
#include "../commands.h"
#include "hakaru/asking/asker.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/stated_words.h"

namespace hakaru::cli {
namespace {

struct AddCommand {
  std::string name;
  std::vector<std::string> files;
  MachineWords words;
};

struct Added {
  DescribedMachine machine;
  std::string folder;
  bool is_replaced = false;  ///< what an earlier call wrote
};

Result<CombinedMachine> found_in(const std::vector<std::string>& files, const std::string& today) {
  std::vector<FoundMachine> found;
  for (const std::string& file : files) {
    const Result<std::string> text = read_file(file, largest_machine_file_bytes);
    if (!text) return fail(text);
    Result<FoundMachine> machine = read_machine_file(*text, name_of_file(file));
    if (!machine) return fail(machine);
    found.push_back(std::move(*machine));
  }
  return combined_machine(found, today);
}

/// Amounts that are typed in the reader's currency, in dollars, as prices are kept.
MachineWords in_dollars(MachineWords words, Session& session) {
  std::optional<Currency> currency = session.teller().currency();
  if (!currency) return words;
  for (std::string* const amount : {&words.price, &words.purchase, &words.power})
    *amount = currency->in_dollars(*amount);
  session.tell_in(std::move(*currency));  // it knows what was typed
  return words;
}

Result<Added> add_machine(const AddCommand& asked, Session& session) {
  const Result<StatedMachine> stated = read_stated(asked.name, in_dollars(asked.words, session), today());
  if (!stated) return fail(stated);
  const Result<CombinedMachine> found = found_in(asked.files, stated->as_of);
  if (!found) return fail(found);
  const Result<native::WrittenFolder> folder = native::own_folder(session.data_folder);
  if (!folder) return fail(folder);
  const Result<DataFiles> data = DataFiles::with_folder(folder->path());
  if (!data) return fail(data);
  Result<DescribedMachine> machine = describe_machine(*found, *stated, *data);
  if (!machine) return fail(machine);
  const bool is_replaced = native::has_own_file(folder->path(), instance_place(machine->name));
  std::vector<native::FolderFile> files;
  for (const FileText& file : machine->files) files.push_back({file.path, file.text});
  // A price that was stated before and is not any more goes, where it is hakaru's.
  const std::string price = price_place(machine->name);
  const bool has_no_price = ranges::count(machine->files, price, &FileText::path) == 0;
  if (has_no_price) {
    if (std::optional<Error> error = folder->refuse_foreign(price)) return tl::unexpected(std::move(*error));
  }
  if (std::optional<Error> error = folder->write(files)) return tl::unexpected(std::move(*error));
  if (has_no_price) {
    if (std::optional<Error> error = folder->remove({price})) return tl::unexpected(std::move(*error));
  }
  return Added{std::move(*machine), folder->path(), is_replaced};
}

std::string fact_called(const std::string& key, const Translator& t) {
  if (key == "accelerator") return t.say("accelerator");
  if (key == "accelerators") return t.say("their number");
  if (key == "host_memory") return t.say("host memory");
  if (key == "within") return t.say("within");
  if (key == "network") return t.say("network");
  if (key == "price") return t.say("price");
  return "vCPU";
}

/// A fact as it is told: money in the reader's currency.
MachineFact told_fact(const MachineFact& fact, const DescribedMachine& machine, const Translator& t) {
  if (fact.key != "price" || !machine.usd_per_h || !t.currency()) return fact;
  MachineFact told{fact.key, fmt::format("{}/h", t.money(*machine.usd_per_h)), fact.source};
  if (const std::optional<Purchase>& purchase = machine.purchase) {
    told.source = fmt::format("--purchase {} --years {:g}", t.money(purchase->usd), purchase->years);
    if (purchase->usd_per_kwh) told.source += fmt::format(" --power {}/kWh", t.money(*purchase->usd_per_kwh));
  }
  return told;
}

std::string added_text(const Added& added, const Pen& pen) {
  const Translator& t = pen.translator;
  const DescribedMachine& machine = added.machine;
  const std::string name = pen.style.bold(printable(machine.name));
  std::string text = (added.is_replaced ? t.say("{} is replaced in {}", name, printable(added.folder))
                                        : t.say("{} is added to {}", name, printable(added.folder))) +
                     "\n\n";
  Table table({{t.say("what")}, {t.say("value")}, {t.say("source")}});
  for (const MachineFact& each : machine.facts) {
    const MachineFact fact = told_fact(each, machine, t);
    table.add({fact_called(fact.key, t), printable(fact.value),
               fact.is_assumed ? t.say("assumed: as {}", printable(fact.source)) : printable(fact.source)});
  }
  text += table.text(pen.style);
  if (!machine.missing.empty()) text += "\n" + t.say("not known:") + "\n";
  for (const MissingFact& missing : machine.missing) text += "  " + t(missing.how) + "\n";
  if (!machine.notes.empty()) text += "\n";
  for (const Message& note : machine.notes) text += t(note) + "\n";
  return text + "\n" + t.say("next: hakaru plan serve --model llama-3.1-8b --instance {}", machine.name) + "\n";
}

std::string added_json(const Added& added, const Translator& t) {
  const DescribedMachine& machine = added.machine;
  OrderedJson facts = OrderedJson::array(), missing = OrderedJson::array(), notes = OrderedJson::array(),
              files = OrderedJson::array();
  for (const MachineFact& fact : machine.facts)
    facts.push_back({{"key", fact.key}, {"value", fact.value}, {"source", fact.source}, {"assumed", fact.is_assumed}});
  for (const MissingFact& each : machine.missing) missing.push_back({{"key", each.key}, {"how", t(each.how)}});
  for (const Message& note : machine.notes) notes.push_back(t(note));
  for (const FileText& file : machine.files) files.push_back(added.folder + "/" + file.path);
  const OrderedJson answer{{"name", machine.name}, {"replaced", added.is_replaced},
                           {"facts", facts},       {"missing", missing},
                           {"notes", notes},       {"files", files}};
  return answer.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

/// The owner's machines that have the accelerator.
std::vector<std::string> machines_with(const std::string& accelerator, const std::string& folder,
                                       const Catalog& catalog) {
  std::vector<std::string> names;
  for (const Instance& instance : catalog.instances()) {
    if (instance.accelerator.name == accelerator && native::has_own_file(folder, instance_place(instance.name)))
      names.push_back(instance.name);
  }
  return names;
}

/// The files that go, dependents first, or why none does.
Result<std::vector<std::string>> places_of(const std::string& name, const std::string& folder, Session& session) {
  if (std::optional<Error> error = unfit_name(name)) return tl::unexpected(std::move(*error));
  if (native::has_own_file(folder, instance_place(name)))
    return std::vector<std::string>{price_place(name), instance_place(name)};
  if (!native::has_own_file(folder, accelerator_place(name)))
    return bad_input("'{}' was not added to {}: neither {} nor {} is there", name, folder, instance_place(name),
                     accelerator_place(name));
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const std::vector<std::string> users = machines_with(lower_case(name), folder, **catalog);
  if (!users.empty()) return bad_input("{} is the accelerator of {}; accepted: remove these first", name, join(users));
  return std::vector<std::string>{accelerator_place(name)};
}

Result<std::string> remove_machine(const std::string& name, Session& session) {
  const Result<native::WrittenFolder> folder = native::own_folder(session.data_folder);
  if (!folder) return fail(folder);
  const std::string& path = folder->path();
  const Result<std::vector<std::string>> places = places_of(name, path, session);
  if (!places) return fail(places);
  OrderedJson files = OrderedJson::array();
  for (const std::string& place : *places) {
    if (native::has_own_file(path, place)) files.push_back(path + "/" + place);
  }
  if (std::optional<Error> error = folder->remove(*places)) return tl::unexpected(std::move(*error));
  if (!session.json)
    return session.translator().say("{} is removed from {}", printable(lower_case(name)), printable(path)) + "\n";
  return OrderedJson{{"name", lower_case(name)}, {"files", files}}.dump(2, ' ', false,
                                                                        OrderedJson::error_handler_t::replace) +
         "\n";
}

void add_flags(CLI::App& command, MachineWords& words, const Translator& t) {
  const auto flag = [&command](const char* group, const char* names, std::string& text, const char* value,
                               const std::string& help) {
    command.add_option(names, text, help)->type_name(value)->group(group);
  };
  flag("machine", "--accelerator", words.accelerator, "NAME", t.say("which it has, where no file tells"));
  flag("machine", "--accelerators,--count", words.accelerators, "COUNT", t.say("how many (ranks)"));
  flag("machine", "--links", words.links, "KIND", t.say("between them: nvlink, nvlink-4, pcie, xgmi, a kind of link"));
  flag("machine", "--network", words.network, "RATE", t.say("of the machine: 3200Gb/s, 8x400Gb/s"));
  flag("machine", "--fabric", words.fabric, "KIND", t.say("of the network: infiniband, roce, ethernet, efa"));
  flag("machine", "--memory", words.memory, "SIZE", t.say("of the host (2TiB)"));
  flag("machine", "--vcpu", words.vcpu, "COUNT", t.say("threads of its processors, as lscpu counts CPU(s)"));
  flag("price", "--price", words.price, "MONEY", t.say("of an hour ($12.5/h)"));
  flag("price", "--purchase", words.purchase, "MONEY", t.say("what it costs to buy ($250k), over --years"));
  flag("price", "--years", words.years, "NUMBER", t.say("that what is bought is used (3)"));
  flag("price", "--power", words.power, "MONEY", t.say("of the power that its accelerators draw (0.12/kWh)"));
  flag("accelerator", "--accelerator-memory", words.accelerator_memory, "SIZE",
       t.say("of a new accelerator, of one (96GiB)"));
  flag("accelerator", "--memory-bandwidth", words.memory_bandwidth, "RATE", t.say("of its memory (3.35TB/s)"));
  flag("accelerator", "--tflops", words.tflops, "LIST", t.say("dense, by data type (bf16=989,fp8=1979)"));
  flag("accelerator", "--link-bandwidth", words.link_bandwidth, "RATE", t.say("to the others, one way (450GB/s)"));
  flag("accelerator", "--accelerator-power", words.accelerator_power, "WATTS", t.say("that one draws at most (700W)"));
  flag("sources", "--as-of", words.as_of, "DATE", t.say("the day of what has no date of its own; today if left out"));
}

}  // namespace

void add_machine_commands(CLI::App& catalog, Session& session) {
  const Translator& t = session.translator();
  CLI::App& add = add_command(catalog, "add", t.say("a machine of your own, from what tools print of it"));
  const auto asked = std::make_shared<AddCommand>();
  add.add_option("NAME", asked->name, t.say("what it is called from here on"))->type_name("")->group("machine");
  add.add_option("FILE", asked->files,
                 t.say("what nvidia-smi -q -x, nvidia-smi topo -m, rocm-smi --json, amd-smi, neuron-ls, hl-smi, lscpu "
                       "-J, lstopo or ibstat print"))
      ->type_name("")
      ->group("machine");
  add_flags(add, asked->words, t);
  add.callback([asked, &session] {
    session.command = [asked, &session]() -> Result<std::string> {
      if (session.csv) return bad_input("{} means nothing to {}; accepted: {}", "--csv", "catalog add", "--json");
      if (asked->name.empty()) return bad_input("{} is missing: {}", "NAME", "hakaru catalog add NAME [FILE…]");
      const Result<Added> added = add_machine(*asked, session);
      if (!added) return fail(added);
      return session.json ? added_json(*added, session.translator()) : added_text(*added, session.pen());
    };
  });
  CLI::App& remove = add_command(catalog, "remove", t.say("takes a machine that was added away again"));
  const auto name = std::make_shared<std::string>();
  remove.add_option("NAME", *name, t.say("of a machine, or of an accelerator that was added with one"))
      ->type_name("")
      ->group("machine");
  remove.callback([name, &session] {
    session.command = [name, &session]() -> Result<std::string> {
      if (session.csv) return bad_input("{} means nothing to {}; accepted: {}", "--csv", "catalog remove", "--json");
      if (name->empty()) return bad_input("{} is missing: {}", "NAME", "hakaru catalog remove NAME");
      return remove_machine(*name, session);
    };
  });
}

}  // namespace hakaru::cli
