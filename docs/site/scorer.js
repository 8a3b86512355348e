// Weights of the search: a name that is asked for, then guides, reference, operators and programs.
var FIRST = ["index", "migration", "onnx", "concepts", "speed", "libraries", "distributed", "questions/"];
var LAST = ["notebooks/", "zh/", "benchmarks", "upstream_examples", "compatibility", "changelog"];
var asked = () => (new URLSearchParams(window.location.search).get("q") || "").trim().toLowerCase();
var last = (name) => name.slice(name.lastIndexOf(".") + 1);

var Scorer = {
  score: ([docname, title, anchor, descr, score, filename, kind]) => {
    if (kind === "object") {
      const name = "." + title.toLowerCase();
      if (name.endsWith("." + asked())) return score + 100 - name.length / 100; // the shortest first
      if (last(name) === last(asked())) return score + 50; // the rest is another name of the module: mx.sym.var
    }
    if (kind === "title" && anchor && docname.startsWith("reference/")) return score - 15; // it is an object, too
    if (FIRST.some((name) => docname === name || (name.endsWith("/") && docname.startsWith(name)))) return score + 8;
    if (LAST.some((name) => docname.startsWith(name))) return score - 15;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
