import type { RemoteImages } from '../../domain/messages/remote-content.ts';
import { readDeclarations, type SafeDeclaration, writeStyle } from './safe-style.ts';
import { readStyleRules } from './style-rules.ts';
import {
  keysOf,
  type MatchBudget,
  matches,
  parseSelector,
  type Selector,
  type StyledElement,
} from './style-selector.ts';

/** Newsletters have hundreds. */
const MAX_SELECTORS = 2_000;
/** Newsletters need one or two. */
const COMPARISONS_PER_CHARACTER = 6;
const MAX_COMPARISONS = 2_000_000;
/** For 100,000 elements. */
const MAX_ADDED_CHARACTERS = 1_048_576;

interface PlacedRule {
  readonly selector: Selector;
  readonly declarations: readonly SafeDeclaration[];
  /** Later rules win. */
  readonly rank: number;
}

/** An element's style. */
export interface ElementStyle {
  /** Below every rule. */
  readonly hints?: string;
  /** Above the rules. */
  readonly own?: string | undefined;
}

/** A message's styles. */
export interface StyleSheet {
  /** Safe style of the innermost element, if any. */
  styleOf(elements: readonly StyledElement[], style: ElementStyle): string | undefined;
}

/** Image policy and HTML length. */
export interface StyleSheetOptions {
  readonly images: RemoteImages;
  readonly characters: number;
}

/** Reads rules, bounded in time and length. Never throws. */
export function createStyleSheet(css: string, { images, characters }: StyleSheetOptions): StyleSheet {
  const rules = placeRules(css, images);
  const budget: MatchBudget = { left: Math.min(characters * COMPARISONS_PER_CHARACTER, MAX_COMPARISONS) };
  let leftCharacters = MAX_ADDED_CHARACTERS;

  function findRules(elements: readonly StyledElement[]): readonly PlacedRule[] {
    const element = elements.at(-1);
    if (element === undefined || rules.size === 0 || leftCharacters <= 0) return [];
    return keysOf(element)
      .flatMap((key) => findAmong(rules.get(key) ?? [], elements))
      .sort((one, other) => one.rank - other.rank);
  }

  /** Without budget, each element costs all rules. */
  function findAmong(candidates: readonly PlacedRule[], elements: readonly StyledElement[]): PlacedRule[] {
    const found: PlacedRule[] = [];
    for (const rule of candidates) {
      if (budget.left <= 0) return [];
      if (!matches(rule.selector, elements, budget)) continue;
      budget.left -= rule.declarations.length;
      found.push(rule);
    }
    return found;
  }

  return {
    styleOf(elements, { hints = '', own = '' }) {
      const found = findRules(elements);
      const ownDeclarations = readDeclarations(own, images);
      if (found.length === 0 && hints === '') return writeStyle(ownDeclarations);
      const ruled = found.flatMap(({ declarations }) => declarations);
      const style = writeStyle(cascade([readDeclarations(hints, images), ruled, ownDeclarations]));
      leftCharacters -= style?.length ?? 0;
      return style;
    },
  };
}

function placeRules(css: string, images: RemoteImages): ReadonlyMap<string, readonly PlacedRule[]> {
  if (css === '') return new Map();
  const inCascade = readPlacedRules(css, images)
    .slice(0, MAX_SELECTORS)
    .sort((one, other) => one.selector.specificity - other.selector.specificity);
  const rules = new Map<string, PlacedRule[]>();
  for (const [rank, rule] of inCascade.entries()) {
    const ranked = { ...rule, rank };
    const others = rules.get(rule.selector.key);
    if (others === undefined) rules.set(rule.selector.key, [ranked]);
    else others.push(ranked);
  }
  return rules;
}

function readPlacedRules(css: string, images: RemoteImages): Omit<PlacedRule, 'rank'>[] {
  const placed: Omit<PlacedRule, 'rank'>[] = [];
  for (const { selectors, declarations } of readStyleRules(css)) {
    if (placed.length >= MAX_SELECTORS) break;
    const safe = cascade([readDeclarations(declarations, images)]);
    if (safe.length === 0) continue;
    const parsed = selectors.split(',', MAX_SELECTORS).flatMap((text) => parseSelector(text) ?? []);
    placed.push(...parsed.map((selector) => ({ selector, declarations: safe })));
  }
  return placed;
}

/** Important ones last: earlier shorthands must not override them. */
function cascade(origins: readonly (readonly SafeDeclaration[])[]): readonly SafeDeclaration[] {
  const fromLast = origins.flat().reverse();
  const winners = new Map<string, SafeDeclaration>();
  for (const isImportant of [true, false]) {
    for (const declaration of fromLast) {
      if (declaration.isImportant !== isImportant || winners.has(declaration.property)) continue;
      winners.set(declaration.property, declaration);
    }
  }
  return [...winners.values()].reverse();
}
