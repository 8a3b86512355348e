// Weights of the search: guides before reference, reference before operators and programs.
var FIRST = ["index", "migration", "onnx", "concepts", "speed", "libraries", "distributed", "questions/"];
var LAST = ["notebooks/", "zh/", "benchmarks", "upstream_examples", "compatibility", "changelog"];

var Scorer = {
  score: ([docname, title, anchor, descr, score, filename, kind]) => {
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
