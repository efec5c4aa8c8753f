/** Takes the fields of one configured object and remembers everything that is wrong with them. */
import type { ConfigurationProblem } from './configuration-error.ts';
import { showValue } from './show-value.ts';

/** What a field has to be. */
export interface FieldRule<Value> {
  /** The end of the sentence "expected ...". */
  readonly expected: string;
  /** The value, or undefined when it does not follow the rule. */
  readonly parse: (value: unknown) => Value | undefined;
}

/** Reads the fields of one object and collects their problems. */
export interface FieldReader {
  /** All problems so far, in the order of the calls. */
  readonly problems: readonly ConfigurationProblem[];
  /** True when the object has the field, with any value. */
  has(key: string): boolean;
  /** The field's value, or undefined after a problem. A missing field is a problem. */
  take<Value>(key: string, rule: FieldRule<Value>): Value | undefined;
  /** Like `take`, but returns `fallback` for a missing field. */
  takeOr<Value>(key: string, rule: FieldRule<Value>, fallback: Value): Value | undefined;
  /** Notes a problem that no rule expresses. */
  report(key: string, problem: Pick<ConfigurationProblem, 'expected' | 'got'>): void;
  /** Notes the problems of another reader, for an object inside this one. */
  adopt(problems: readonly ConfigurationProblem[]): void;
  /** Notes a problem for each field that is not one of `keys`: mostly a misspelt one. */
  reportUnknownFields(keys: ReadonlySet<string>): void;
}

/** A reader of the fields in `object`. `label` names the object in problems. */
export function createFieldReader(label: string, object: object): FieldReader {
  const fields = new Map<string, unknown>(Object.entries(object));
  const problems: ConfigurationProblem[] = [];

  const report: FieldReader['report'] = (key, { expected, got }) => {
    problems.push({ key: `${label}: ${key}`, expected, got });
  };
  const take: FieldReader['take'] = (key, rule) => {
    const value = rule.parse(fields.get(key));
    if (value === undefined) report(key, { expected: rule.expected, got: showValue(fields.get(key)) });
    return value;
  };

  return {
    problems,
    has: (key) => fields.has(key),
    take,
    takeOr: (key, rule, fallback) => (fields.has(key) ? take(key, rule) : fallback),
    report,
    adopt: (others) => void problems.push(...others),
    reportUnknownFields(keys) {
      for (const [key, value] of fields) {
        if (!keys.has(key)) report(key, { expected: 'no such key', got: showValue(value) });
      }
    },
  };
}
