import type { FastifyRequest } from 'fastify';
import { JsonApiError, type NegotiatedRequest, toErrorObject, toRequestHead } from 'relfield';
import { fieldSelection, listFieldSelection } from '../../../resources/field-selection.ts';
import { fieldsetNamed } from '../../../resources/identifiers/collection-names.ts';
import type { SelectedFields, TypeName } from '../../../resources/identifiers/resource-types.ts';
import { createResourceUrls } from '../../../resources/identifiers/resource-urls.ts';
import type { ResourceReading } from '../../../resources/present-resource.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { type ProblemCode, problemOf, RequestProblems } from '../../answer/problem.ts';
import { optionalSignalOf, signalOf } from '../../request/lifetime/request-signal.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { requestAddress, requestBase } from '../../request/url/public-address.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseAttributes } from '../query/attributes-parameter.ts';
import { parseImages } from '../query/images-parameter.ts';
import { followedRelationships } from '../query/include.ts';
import { withKnownNames } from '../query/known-names.ts';
import { type AskedQuery, namesOf, type QueryReader } from '../query/query-reader.ts';
import { type QueryChanges, writeQuery } from '../query/query-string.ts';
import { decodeParameters } from '../query/query-values.ts';

/** A negotiated, valid request, before reading mail. */
export interface Exchange extends ResourceReading, AskedQuery {
  readonly negotiated: NegotiatedRequest;
  /** True: resources have no links that follow from their ids. */
  readonly isMessageList: boolean;
  /** The request's address with changed parameters. */
  link(changes?: QueryChanges): string;
  /** Another address with the request's fields and includes. */
  linkTo(address: string): string;
}

/** A route's request rules. */
export interface ExchangeRules {
  readonly primaryType: TypeName;
  readonly query: QueryReader<unknown>;
  readonly isMessageList?: boolean;
  /** The body's media type is not checked. */
  readonly takesFiles?: boolean;
}

const SHOWING_PARAMETERS = /^(?:include$|attributes$|images$|(?:relfield:)?fields\[)/;

const negotiations = new WeakMap<FastifyRequest, NegotiatedRequest>();
const exchanges = new WeakMap<FastifyRequest, Exchange>();

/**
 * Checks a request's head. Throws RequestProblems: 414, 415 or 406, then 400 with all invalid parameters. A
 * handler's parameter that alone is invalid fails later.
 */
export function beginExchange(request: FastifyRequest, rules: ExchangeRules): void {
  const head = toRequestHead(request.raw);
  const judged = rules.takesFiles ? { ...head, contentType: undefined, hasBody: false } : head;
  const asked = asProblems(() => fieldSelection.negotiate(judged));
  const negotiated = {
    ...asked,
    parameters: asked.parameters.map((one) => ({ ...one, name: fieldsetNamed(one.name) })),
  };
  // Later errors have the negotiated media type.
  negotiations.set(request, negotiated);
  const parameters = decodeParameters(negotiated.parameters);
  const address = requestAddress(request);
  const toExchange = (shown: Pick<Exchange, 'fields' | 'images'>): Exchange => ({
    ...shown,
    request,
    get account() {
      return accountOf(request);
    },
    signal: signalOf(request),
    optionalSignal: () => optionalSignalOf(request),
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
  const shown = orAlso(readShown, () => {
    const fields = selectFields({ ...negotiated, parameters: [] }, { rules, parameters: new Map() });
    rules.query.read(toExchange({ fields, images: 'block' }));
  });
  exchanges.set(request, toExchange(shown));
}

/** Adds the problems of `other` to a failure. */
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

/** The request's exchange. */
export function exchangeOf(request: FastifyRequest): Exchange {
  const exchange = exchanges.get(request);
  if (exchange === undefined) throw new Error('This route does not begin an exchange.');
  return exchange;
}

/** The response's media type; undefined before negotiation. */
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
    hostParameters: [...namesOf(rules.query), '_dc'],
  };
  const types = rules.isMessageList
    ? listFieldSelection(followedRelationships(parameters, rules.primaryType))
    : fieldSelection;
  const selection = orAlso(
    () => asProblems(() => types.select(negotiated, context), namesOf(rules.query)),
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
    ApiKey: selection.mask('ApiKey'),
    ConnectSession: selection.mask('ConnectSession'),
    Event: selection.mask('Event'),
    Webhook: selection.mask('Webhook'),
    WebhookDelivery: selection.mask('WebhookDelivery'),
  };
}

function asProblems<Result>(step: () => Result, parameters: readonly string[] = []): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    const [first, ...others] = error.problems.map((problem) => {
      const { code, detail, source, meta } = toErrorObject(problem);
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
