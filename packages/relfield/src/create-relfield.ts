import { bitsWhere, intersectBits } from './field-bits.ts';
import { compileTypes, type FieldCatalogue, requireType } from './field-catalogue.ts';
import type { FieldMask } from './field-mask.ts';
import { FieldSelection, type TypeNamed } from './field-selection.ts';
import { type FieldsetParameter, type ParameterRules, sortParameters } from './fieldset-parameters.ts';
import { type Problem, throwProblems } from './json-api-error.ts';
import { completeLimits, type Limits } from './limits.ts';
import { mediaTypeSupport, type NegotiatedRequest, negotiate } from './negotiate.ts';
import type { RelfieldOptions } from './relfield-options.ts';
import type { RequestHead } from './request-head.ts';
import type { ClientOf, FieldName, ResourceType } from './resource-type.ts';
import { type SelectionRules, selectFields } from './select-fields.ts';

/** Selection context. */
export interface SelectionContext<Type extends ResourceType> {
  readonly client: ClientOf<Type>;
  /** The primary data's type. A 403 for its fields points into `/data`. */
  readonly primaryType?: Type['name'] | undefined;
  /** Names (`sort`) and families (`page[]`). Others are 400. */
  readonly hostParameters?: readonly string[] | undefined;
}

/** A mask's field names. */
export interface MaskRequest<Type extends ResourceType, Name extends Type['name']> {
  readonly client: ClientOf<Type>;
  readonly names: Iterable<FieldName<TypeNamed<Type, Name>>>;
}

/** Field selection for one service. */
export interface Relfield<Type extends ResourceType = ResourceType> {
  /** Checks limits, Content-Type and Accept, in this order. Throws JsonApiError: 414, 415 or 406. */
  negotiate(head: RequestHead): NegotiatedRequest;
  /**
   * Selects the fields. Throws JsonApiError: 400 for parameters, tokens and unknown fields; otherwise 403 for
   * unreadable ones.
   */
  select(request: NegotiatedRequest, context: SelectionContext<Type>): FieldSelection<Type>;
  /** A mask of those fields that the client may read. */
  maskOf<Name extends Type['name']>(
    type: Name,
    request: MaskRequest<Type, Name>,
  ): FieldMask<FieldName<TypeNamed<Type, Name>>>;
}

/** Throws immediately for contradictory types, URIs or limits. */
export function createRelfield<Type extends ResourceType>(options: RelfieldOptions<Type>): Relfield<Type> {
  const types: readonly ResourceType[] = options.types;
  // The compiler cannot see through the union.
  const compilable = types as readonly ResourceType<string, string, string, ClientOf<Type>>[];
  const catalogue = compileTypes(compilable, options.clientKey);
  const limits = completeLimits(options.limits);
  const support = mediaTypeSupport(options);
  const select = createSelect<Type>({ catalogue, limits, options });
  return {
    negotiate: (head) => negotiate(head, { support, limits }),
    select,
    maskOf: (name, { client, names }) => {
      const type = requireType(catalogue, name);
      const wanted = new Set<string>(names);
      const bits = bitsWhere(type.fields.map((field) => wanted.has(field.name)));
      return type.maskOf(intersectBits(bits, type.readableBy(client))) as FieldMask<never>;
    },
  };
}

interface SelectParts<Type extends ResourceType> {
  readonly catalogue: FieldCatalogue<ClientOf<Type>>;
  readonly limits: Limits;
  readonly options: RelfieldOptions<Type>;
}

function createSelect<Type extends ResourceType>(parts: SelectParts<Type>): Relfield<Type>['select'] {
  const { catalogue } = parts;
  const ownParameterRules = parameterRules(parts);
  const ownSelectionRules = selectionRules(parts);
  return ({ parameters, grammar }, { client, primaryType, hostParameters = [] }) => {
    const isNegotiated = grammar !== undefined;
    const { fieldsets, problems } = sortParameters(
      { parameters, hostParameters, isNegotiated },
      ownParameterRules,
    );
    throwProblems(problems);
    const rules = isNegotiated ? { ...ownSelectionRules, grammar } : ownSelectionRules;
    const masks = selectMasks(fieldsets, { catalogue, client, primaryType, rules });
    return new FieldSelection<Type>({ catalogue, client, masks, fieldsets });
  };
}

interface MaskSource<Client> {
  readonly catalogue: FieldCatalogue<Client>;
  readonly client: Client;
  readonly primaryType: string | undefined;
  readonly rules: SelectionRules;
}

function selectMasks<Client>(
  fieldsets: readonly FieldsetParameter[],
  { catalogue, client, primaryType, rules }: MaskSource<Client>,
): Map<string, FieldMask> {
  const masks = new Map<string, FieldMask>();
  const invalid: Problem[] = [];
  const forbidden: Problem[] = [];
  for (const fieldset of fieldsets) {
    const type = requireType(catalogue, fieldset.type);
    const answer = selectFields({ fieldset, type, client, rules, isPrimary: type.name === primaryType });
    invalid.push(...answer.invalid);
    forbidden.push(...answer.forbidden);
    masks.set(type.name, type.maskOf(answer.bits));
  }
  throwProblems(invalid);
  throwProblems(forbidden);
  return masks;
}

function parameterRules<Type extends ResourceType>({
  catalogue,
  limits,
  options,
}: SelectParts<Type>): ParameterRules {
  const [{ uri: extensionUri }] = options.extensions;
  const advice = { extensionUri, aboutLink: options.aboutLink };
  return { knownTypes: catalogue, activation: options.activation ?? 'strict', limits, advice };
}

function selectionRules<Type extends ResourceType>({ limits, options }: SelectParts<Type>): SelectionRules {
  return {
    grammar: options.extensions[0].grammar ?? 'prefixed',
    unknownExcluded: options.unknownExcluded ?? 'error',
    conflicts: options.conflicts ?? 'last-wins',
    spaceIsPlus: options.spaceIsPlus ?? false,
    maxTokens: limits.maxTokens,
  };
}
