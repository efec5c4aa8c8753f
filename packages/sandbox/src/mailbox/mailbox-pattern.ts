/** Longer ones match nothing. */
const MAX_PATTERN_CHARACTERS = 1000;

/** Pattern and name. */
export interface PatternMatch {
  readonly pattern: string;
  readonly name: string;
  readonly delimiter: string;
}

/** Polynomial: backtracking would be exponential (RFC 3501 §6.3.8). */
export function matchesPattern(match: PatternMatch): boolean {
  if (match.pattern.length > MAX_PATTERN_CHARACTERS) return false;
  const pattern = match.pattern.replace(/[*%]*\*[*%]*/g, '*').replace(/%+/g, '%');
  let places = skipWildcards(pattern, new Set([0]));
  for (let index = 0; index < match.name.length; index++) {
    const character = match.name[index];
    const next = new Set<number>();
    for (const place of places) {
      const wanted = pattern[place];
      if (wanted === '*' || (wanted === '%' && character !== match.delimiter)) next.add(place);
      else if (wanted === character) next.add(place + 1);
    }
    places = skipWildcards(pattern, next);
  }
  return places.has(pattern.length);
}

/** A wildcard may match nothing. */
function skipWildcards(pattern: string, places: ReadonlySet<number>): ReadonlySet<number> {
  const reached = new Set<number>();
  for (const place of places) {
    reached.add(place);
    if (pattern[place] === '*' || pattern[place] === '%') reached.add(place + 1);
  }
  return reached;
}
