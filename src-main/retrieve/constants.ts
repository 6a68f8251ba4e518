/** The numbers of a retrieval round, each with where it comes from. */

/**
 * Reciprocal rank fusion, score = Σ 1 / (k + rank), equal weights. The method's paper (Cormack et
 * al., SIGIR 2009) uses k = 60; our own measurement of 50 settings found k = 10 the best here, as
 * lists are short and the first ranks should count.
 */
export const FUSION_K = 10;

/** Candidates of each list: as deep as the lists of our measurements of speed. */
export const CANDIDATES = 60;
/** A list is at least this many times longer than what is asked for, so that fusion has a choice. */
export const CANDIDATES_PER_HIT = 3;

/** KnowForge: the top 8 anchors are expanded by one hop. */
export const ANCHORS = 8;
/** Expansions of one anchor, and of one search: a list of fixed length must not drown in them. */
export const EXPANSIONS_PER_ANCHOR = 2;
export const MOST_EXPANSIONS = 8;

/** A fragment of an `unreliable` page keeps its place in the lists but counts half (case 9). */
export const UNRELIABLE_FACTOR = 0.5;

/** Distinct terms of a query that are searched; real questions have under 30. */
export const MOST_TERMS = 64;
/** Fragments that may satisfy an exact phrase; dense hits outside of them are left out. */
export const PHRASE_MATCHES = 4096;

/**
 * Milliseconds a hybrid search waits for the query's vector before it goes on with words alone. Loading
 * the bundled model takes one to four seconds on two busy cores; giving up sooner would make the first
 * search after a start find less than the next one.
 */
export const EMBED_PATIENCE = 15_000;
