/** A request of v1 after negotiation, before any mail is read: its media type, fields and parameters. */
import type { FastifyRequest } from 'fastify';
import { JsonApiError, type NegotiatedRequest, toErrorObject, toRequestHead } from 'relfield';
import type { RemoteImages } from '../../../domain/remote-content.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { type ProblemCode, problemOf, RequestProblems } from '../../answer/problem.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { requestAddress, requestBase } from '../../request/url/public-address.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { fieldsetNamed } from '../identifiers/collection-names.ts';
import type { SelectedFields, TypeName } from '../identifiers/resource-types.ts';
import { createResourceUrls, type ResourceUrls } from '../identifiers/resource-urls.ts';
import { parseAttributes } from '../query/attributes-parameter.ts';
import { fieldSelection, listFieldSelection } from '../query/field-selection.ts';
import { parseImages } from '../query/images-parameter.ts';
import { followedRelationships, parseInclude } from '../query/include.ts';
import { withKnownNames } from '../query/known-names.ts';
import { type QueryChanges, writeQuery } from '../query/query-string.ts';
import { decodeParameters } from '../query/query-values.ts';

/** A valid request of v1. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
  /** What the answer is labelled as, and the extensions that this label names. */
  readonly negotiated: NegotiatedRequest;
  readonly fields: SelectedFields;
  /** The decoded query. Every name is one that the route knows. */
  readonly parameters: QueryParameters;
  /** Whether images of other servers stay in the HTML that is shown. */
  readonly images: RemoteImages;
  readonly urls: ResourceUrls;
  /** True for a list of messages: its resources have no links that follow from their ids. */
  readonly isMessageList: boolean;
  /** The address of the request with some of its parameters changed. */
  link(changes?: QueryChanges): string;
  /** Another address with the fields and includes of the request. */
  linkTo(address: string): string;
}

/** What an exchange depends on apart from the request. */
export interface ExchangeRules {
  readonly primaryType: TypeName;
  /** Names (`sort`) and families (`page[]`) of the parameters that the route reads; any other is refused. */
  readonly parameters: readonly string[];
  /** True for a list of messages: its rows are short. */
  readonly isMessageList?: boolean;
  /** True where the body may be of any type; then its type is not checked here. */
  readonly takesFiles?: boolean;
  /** Throws RequestProblems for the parameters that the handler reads, so that they are refused together with all others. */
  readonly check?: ((exchange: Exchange, rules: ExchangeRules) => unknown) | undefined;
}

/** The parameters that select what an answer shows of any resource. */
const SHOWING_PARAMETERS = /^(?:include$|attributes$|images$|(?:relfield:)?fields\[)/;

const negotiations = new WeakMap<FastifyRequest, NegotiatedRequest>();
const exchanges = new WeakMap<FastifyRequest, Exchange>();

/**
 * Judges the request's head. Throws RequestProblems: 414, 415 or 406, then 400 with all that is wrong with the parameters. Where
 * only those are wrong that the handler reads, it refuses them.
 */
export function beginExchange(request: FastifyRequest, rules: ExchangeRules): void {
  const head = toRequestHead(request.raw);
  const judged = rules.takesFiles ? { ...head, contentType: undefined, hasBody: false } : head;
  const asked = asProblems(() => fieldSelection.negotiate(judged));
  const negotiated = {
    ...asked,
    parameters: asked.parameters.map((one) => ({ ...one, name: fieldsetNamed(one.name) })),
  };
  // From here on failures are labelled like the answer would be.
  negotiations.set(request, negotiated);
  const parameters = decodeParameters(negotiated.parameters);
  const address = requestAddress(request);
  const toExchange = (shown: Pick<Exchange, 'fields' | 'images'>): Exchange => ({
    ...shown,
    request,
    signal: signalOf(request),
    negotiated,
    parameters,
    isMessageList: rules.isMessageList ?? false,
    urls: createResourceUrls(requestBase(request)),
    link: (changes) => address + writeQuery(negotiated.parameters, changes),
    linkTo: (other) =>
      other + writeQuery(negotiated.parameters.filter(({ name }) => SHOWING_PARAMETERS.test(name))),
  });
  const readShown = (): Pick<Exchange, 'fields' | 'images'> =>
    collectProblems({
      fields: () => selectFields(negotiated, { rules, parameters }),
      images: () => parseImages(parameters),
    });
  const { check = checkInclude } = rules;
  const shown = orAlso(readShown, () => {
    const fields = selectFields({ ...negotiated, parameters: [] }, { rules, parameters: new Map() });
    check(toExchange({ fields, images: 'block' }), rules);
  });
  exchanges.set(request, toExchange(shown));
}

/** The result of the step. Throws its problems together with those of another step, which is run in this case only. */
function orAlso<Result>(step: () => Result, other: () => unknown): Result {
  try {
    return step();
  } catch (error) {
    collectProblems({
      step() {
        throw error;
      },
      other,
    });
    throw error;
  }
}

function checkInclude({ parameters }: Exchange, rules: ExchangeRules): void {
  if (rules.parameters.includes('include')) parseInclude(parameters, rules.primaryType);
}

/** The exchange that was begun for the request. */
export function exchangeOf(request: FastifyRequest): Exchange {
  const exchange = exchanges.get(request);
  if (exchange === undefined) throw new Error('This route does not begin an exchange.');
  return exchange;
}

/** The media type of the answer, undefined before negotiation. */
export function negotiatedContentType(request: FastifyRequest): string | undefined {
  return negotiations.get(request)?.contentType;
}

function selectFields(
  negotiated: NegotiatedRequest,
  { rules, parameters }: { readonly rules: ExchangeRules; readonly parameters: QueryParameters },
): SelectedFields {
  const context = {
    client: undefined,
    primaryType: rules.primaryType,
    hostParameters: [...rules.parameters, '_dc'],
  };
  const types = rules.isMessageList
    ? listFieldSelection(followedRelationships(parameters, rules.primaryType))
    : fieldSelection;
  const selection = orAlso(
    () => asProblems(() => types.select(negotiated, context), rules.parameters),
    () => parseAttributes(parameters, { fieldset: undefined, relationships: [] }),
  );
  const byAttributes = parseAttributes(parameters, {
    fieldset: selection.parameterOf('MessageItem'),
    relationships: selection.mask('MessageItem').relationships,
  });
  return {
    MailAccount: selection.mask('MailAccount'),
    MailFolder: selection.mask('MailFolder'),
    MessageItem: byAttributes ?? selection.mask('MessageItem'),
    MessageBody: selection.mask('MessageBody'),
    Attachment: selection.mask('Attachment'),
  };
}

/** Runs a step of relfield; its failures become problems of this API. */
function asProblems<Result>(step: () => Result, parameters: readonly string[] = []): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    const [first, ...others] = error.problems.map((problem) => {
      const { code, detail, source, meta } = toErrorObject(problem);
      // Both steps fail with codes of relfield's own only.
      return problemOf(code as ProblemCode, {
        detail: withKnownNames({ code, detail, source }, parameters),
        ...(source && { source }),
        ...(meta && { meta }),
      });
    });
    if (first === undefined) throw error;
    throw new RequestProblems([first, ...others], { cause: error });
  }
}
