import {
  clearBit,
  type FieldBits,
  hasBit,
  intersectBits,
  type MutableFieldBits,
  noBits,
  setBit,
} from './field-bits.ts';
import type { CompiledType } from './field-catalogue.ts';
import {
  countTokens,
  type FieldToken,
  parseFieldNames,
  parseFieldTokens,
  type TokenRules,
} from './field-tokens.ts';
import type { FieldsetParameter } from './fieldset-parameters.ts';
import type { Problem } from './json-api-error.ts';
import {
  conflictingTokens,
  forbiddenField,
  invalidFieldName,
  missingPrefix,
  reservedField,
  tooManyTokens,
  unknownField,
} from './selection-problems.ts';

/** A service's token rules. */
export interface SelectionRules extends TokenRules {
  /** `ignore` suits clients of several versions. */
  readonly unknownExcluded: 'error' | 'ignore';
  /** For `+a,-a`. */
  readonly conflicts: 'last-wins' | 'error';
  readonly maxTokens: number;
}

/** A fieldset and its context. */
export interface FieldsetQuestion<Client> {
  readonly fieldset: FieldsetParameter;
  readonly type: CompiledType<Client>;
  readonly client: Client;
  readonly rules: SelectionRules;
  readonly isPrimary: boolean;
}

/** `bits` count only without problems. */
export interface FieldsetAnswer {
  readonly bits: FieldBits;
  /** Syntax errors and unknown fields: 400. */
  readonly invalid: readonly Problem[];
  /** Named unreadable fields: 403. */
  readonly forbidden: readonly Problem[];
}

interface Resolution<Client> {
  readonly question: FieldsetQuestion<Client>;
  readonly readable: FieldBits;
  readonly bits: MutableFieldBits;
  readonly invalid: Problem[];
  readonly forbidden: Problem[];
}

/** Left to right, with `*` in any position (README, rules 2 to 4). */
export function selectFields<Client>(question: FieldsetQuestion<Client>): FieldsetAnswer {
  const { fieldset, type, client, rules } = question;
  if (countTokens(fieldset.value) > rules.maxTokens) {
    return {
      bits: noBits(type.fields.length),
      invalid: [tooManyTokens(fieldset, rules.maxTokens)],
      forbidden: [],
    };
  }
  const isRelative = fieldset.kind === 'relfield';
  const tokens = isRelative ? parseFieldTokens(fieldset.value, rules) : parseFieldNames(fieldset.value);
  const readable = type.readableBy(client);
  const bits = isRelative ? startingSet(tokens, { type, readable }) : noBits(type.fields.length);
  const resolution: Resolution<Client> = { question, readable, bits, invalid: [], forbidden: [] };
  for (const token of tokens) applyToken(token, resolution);
  if (rules.conflicts === 'error') resolution.invalid.push(...findConflicts(tokens, fieldset));
  return resolution;
}

interface StartingPoint<Client> {
  readonly type: CompiledType<Client>;
  readonly readable: FieldBits;
}

function startingSet<Client>(
  tokens: readonly FieldToken[],
  { type, readable }: StartingPoint<Client>,
): MutableFieldBits {
  const hasWildcard = tokens.some(({ kind }) => kind === 'wildcard');
  return intersectBits(readable, hasWildcard ? readable : type.defaults);
}

function applyToken<Client>(token: FieldToken, resolution: Resolution<Client>): void {
  const { fieldset } = resolution.question;
  switch (token.kind) {
    case 'wildcard':
      return;
    case 'missing-prefix':
      resolution.invalid.push(missingPrefix({ token, fieldset }));
      return;
    case 'invalid-field-name':
      resolution.invalid.push(invalidFieldName({ token, fieldset }));
      return;
    default:
      applyName(token, resolution);
  }
}

function applyName<Client>(token: FieldToken, resolution: Resolution<Client>): void {
  const { question, readable, bits } = resolution;
  const position = question.type.positions.get(token.name);
  if (position === undefined || !hasBit(readable, position)) judgeUnselectable(token, resolution);
  else if (token.kind === 'add') setBit(bits, position);
  else clearBit(bits, position);
}

function judgeUnselectable<Client>(token: FieldToken, resolution: Resolution<Client>): void {
  const { invalid, forbidden } = resolution;
  const { type, fieldset, isPrimary, rules } = resolution.question;
  const isAdded = token.kind === 'add';
  const field = type.fields.find(({ name }) => name === token.name);
  if (token.name === 'id' || token.name === 'type') {
    if (!isAdded) invalid.push(reservedField({ token, fieldset }));
  } else if (!field || field.denied === 'hidden') {
    if (isAdded || rules.unknownExcluded === 'error') invalid.push(unknownField({ token, fieldset }));
  } else if (isAdded && field.denied === 'forbidden') {
    // Excluding an unreadable field is valid (README, rule 6).
    forbidden.push(forbiddenField({ field, token, fieldset, isPrimary }));
  }
}

function findConflicts(tokens: readonly FieldToken[], fieldset: FieldsetParameter): Problem[] {
  const namesOf = (wanted: FieldToken['kind']) =>
    new Set(tokens.filter(({ kind }) => kind === wanted).map(({ name }) => name));
  const added = namesOf('add');
  const excluded = namesOf('exclude');
  const reported = new Map<string, Problem>();
  for (const token of tokens) {
    const isConflict = added.has(token.name) && excluded.has(token.name);
    if (isConflict && !reported.has(token.name))
      reported.set(token.name, conflictingTokens({ token, fieldset }));
  }
  return [...reported.values()];
}
