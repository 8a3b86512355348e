// Asks the search of the built site: node search.js SITE < names; writes [[name, place of its first result], ...].
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const site = process.argv[2];
const page = { document: { getElementById: () => null }, location: { search: "" }, URLSearchParams };
Object.assign(page, { window: page, _ready: () => {}, _: (text) => text, SPHINX_HIGHLIGHT_ENABLED: false });
vm.createContext(page);
for (const name of ["_static/searchtools.js", "_static/language_data.js", "searchindex.js"]) {
  vm.runInContext(fs.readFileSync(path.join(site, name), "utf8"), page, { filename: name });
}

const first = (name) => {
  page.name = name;
  page.location.search = "?q=" + encodeURIComponent(name);
  const results = vm.runInContext("Search._performSearch(...Search._parseQuery(name))", page);
  const [docname, , anchor] = results.pop() ?? ["nothing", "", ""];
  return [name, `${docname}.html${anchor}`];
};
const names = fs.readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
console.log(JSON.stringify(names.map(first)));
