import type { ManagedRow, ManagedRows } from '../../../application/managed-rows.ts';
import { fieldSelection } from '../../../resources/field-selection.ts';
import type { FieldOf, TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { Resource } from '../../../resources/json-api-document.ts';
import type { Presentation } from '../../../resources/present-resource.ts';
import type { RouteAccess } from '../../request/login/authentication.ts';
import type { ApiOperation, ApiRoute } from '../../route/api-route.ts';
import { positionPage, readTimePosition, timeLinks } from '../query/position-page.ts';
import { NO_PARAMETERS, together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import {
  type ChangedResource,
  type RequestedResource,
  readChangedResource,
  readNewResource,
  requireId,
} from '../request-document/resource-document.ts';
import { withoutUnchanged } from '../request-document/unchanged-members.ts';
import type { DocumentAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { readingRoute, writingRoute } from './json-api-route.ts';
import { makerOf } from './maker.ts';
import { requireNoTag } from './preconditions.ts';
import { expectedVersions, versionState } from './row-version.ts';
import { withSecret } from './shown-secret.ts';

/** Rows that API keys manage, as resources. */
export interface ManagedRowResource<Row extends ManagedRow, Values> {
  readonly type: TypeName;
  readonly access: RouteAccess;
  readonly paths: { readonly all: string; readonly one: string };
  readonly operations: Readonly<Record<'list' | 'create' | 'get' | 'update' | 'delete', ApiOperation>>;
  /** Call it in handlers only: without a store there are no rows. */
  readonly rows: () => ManagedRows<Row, Values>;
  readonly present: (row: Row, presentation: Presentation) => Resource;
  readonly urlOf: (exchange: Exchange, id: Row['id']) => string;
  readonly readNew: (resource: RequestedResource) => Values;
  readonly readChange: (resource: ChangedResource) => (row: Row) => Values;
  /** Gives refusals their pointers. */
  readonly refusing?: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** Routes to list, create, get, change and delete rows. */
export function managedRowRoutes<Row extends ManagedRow, Values>(
  resource: ManagedRowResource<Row, Values>,
): readonly ApiRoute[] {
  return [
    listRows(resource),
    createRow(resource),
    getRow(resource),
    updateRow(resource),
    deleteRow(resource),
  ];
}

/** Presents one row with its version. */
export function showRow<Row extends ManagedRow>(
  { present }: Pick<ManagedRowResource<Row, never>, 'present'>,
  { exchange, row }: { readonly exchange: Exchange; readonly row: Row },
): DocumentAnswer {
  return {
    kind: 'document',
    document: { data: present(row, exchange) },
    state: versionState(row),
  };
}

function listRows<Row extends ManagedRow, Values>({
  type,
  access,
  paths,
  operations,
  rows,
  present,
}: ManagedRowResource<Row, Values>): ApiRoute {
  return readingRoute({
    path: paths.all,
    operation: operations.list,
    access,
    primaryType: type,
    query: together({ page: positionPage, shown: showing(type) }),
    async handler(exchange, { page }) {
      const after = readTimePosition<Row['id']>(page);
      const found = await rows().list(makerOf(exchange), { after, limit: page.limit });
      const links = timeLinks(exchange.link, found.next);
      return {
        kind: 'document',
        document: { data: found.rows.map((row) => present(row, exchange)), links },
      };
    },
  });
}

function getRow<Row extends ManagedRow, Values>(resource: ManagedRowResource<Row, Values>): ApiRoute {
  const { type, access, paths, operations, rows } = resource;
  return readingRoute({
    path: paths.one,
    operation: operations.get,
    access,
    primaryType: type,
    query: showing(type),
    async handler(exchange) {
      const row = await rows().get(makerOf(exchange), rowIdIn<Row>(exchange));
      return showRow(resource, { exchange, row });
    },
  });
}

function createRow<Row extends ManagedRow, Values>(resource: ManagedRowResource<Row, Values>): ApiRoute {
  const { type, access, paths, operations, rows, urlOf, refusing = unchanged } = resource;
  return writingRoute({
    method: 'POST',
    path: paths.all,
    operation: operations.create,
    access,
    primaryType: type,
    query: showing(type),
    async handler(exchange) {
      const values = resource.readNew(readNewResource(exchange.request.body, type));
      requireNoTag(exchange);
      const { row, secret } = await refusing(rows().create(makerOf(exchange), values));
      const self = urlOf(exchange, row.id);
      const answer = withSecret(showRow(resource, { exchange, row }), secret);
      return { ...answer, status: 201, location: self, self: exchange.linkTo(self) };
    },
  });
}

function updateRow<Row extends ManagedRow, Values>(resource: ManagedRowResource<Row, Values>): ApiRoute {
  const { type, access, paths, operations, rows, refusing = unchanged } = resource;
  return writingRoute({
    method: 'PATCH',
    path: paths.one,
    operation: operations.update,
    access,
    primaryType: type,
    query: showing(type),
    async handler(exchange) {
      const id = rowIdIn<Row>(exchange);
      const changed = readChangedResource(exchange.request.body, type);
      requireId(changed, id);
      // Against the stored row: clients may send the whole resource.
      const change = (row: Row): Values =>
        resource.readChange(withoutUnchanged(changed, showWhole(resource, { exchange, row, changed })))(row);
      const expected = expectedVersions(exchange);
      const row = await refusing(rows().change(makerOf(exchange), { id, change, expected }));
      return showRow(resource, { exchange, row });
    },
  });
}

function deleteRow<Row extends ManagedRow, Values>({
  type,
  access,
  paths,
  operations,
  rows,
}: ManagedRowResource<Row, Values>): ApiRoute {
  return writingRoute({
    method: 'DELETE',
    path: paths.one,
    operation: operations.delete,
    access,
    primaryType: type,
    query: NO_PARAMETERS,
    async handler(exchange) {
      const removal = { id: rowIdIn<Row>(exchange), expected: expectedVersions(exchange) };
      await rows().remove(makerOf(exchange), removal);
      return { kind: 'no-content' };
    },
  });
}

/** Shows all fields of the change, whatever `fields` selects. */
function showWhole<Row extends ManagedRow>(
  { type, present }: Pick<ManagedRowResource<Row, never>, 'type' | 'present'>,
  {
    exchange,
    row,
    changed,
  }: { readonly exchange: Exchange; readonly row: Row; readonly changed: ChangedResource },
): Resource {
  const names = [
    ...changed.attributes.keys(),
    ...changed.relationships.keys(),
  ] as readonly FieldOf<TypeName>[];
  const mask = fieldSelection.maskOf(type, { client: undefined, names });
  return present(row, { fields: { ...exchange.fields, [type]: mask }, urls: exchange.urls });
}

/** The id in the path. */
export function rowIdIn<Row extends ManagedRow>({ request }: Exchange): Row['id'] {
  return (request.params as { readonly id: Row['id'] }).id;
}

function unchanged<Result>(work: Promise<Result>): Promise<Result> {
  return work;
}
