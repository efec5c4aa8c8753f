/** BODYSTRUCTURE to a tree of parts (RFC 9051 §7.5.2), tolerant of what servers get wrong. */
import type { BodyPart } from '../../domain/body-structure.ts';
import { isList, nodeNumber, nodeText, type TokenNode } from './tokens.ts';

/** Deeper and wider structures are cut; Dovecot itself stops at 100 levels and 10,000 parts. */
const MAX_DEPTH = 100;
const MAX_PARTS = 1_000;
/** More parameters than this are no parameters (RFC 2231 continuations included). */
const MAX_PARAMETERS = 128;

type Nodes = readonly TokenNode[];

interface Position {
  readonly path: string;
  readonly depth: number;
}

/**
 * The part tree. A node that makes no sense becomes `application/octet-stream`, so that one broken message
 * still lists.
 */
export function parseBodyStructure(node: TokenNode): BodyPart {
  const budget = { parts: MAX_PARTS };
  return parsePart(isList(node) ? node : [], { path: '', depth: 0 }, budget);
}

function parsePart(nodes: Nodes, position: Position, budget: { parts: number }): BodyPart {
  budget.parts -= 1;
  if (!isList(nodes[0])) return parseLeaf(nodes, position);
  return parseMultipart(nodes, position, budget);
}

function parseMultipart(nodes: Nodes, { path, depth }: Position, budget: { parts: number }): BodyPart {
  const bodies = nodes.slice(0, firstNonList(nodes));
  const [subtype, parameters, disposition] = nodes.slice(bodies.length);
  const children: BodyPart[] = [];
  for (const [index, body] of bodies.entries()) {
    if (depth >= MAX_DEPTH || budget.parts <= 0) break;
    const childPath = path === '' ? String(index + 1) : `${path}.${index + 1}`;
    children.push(parsePart(isList(body) ? body : [], { path: childPath, depth: depth + 1 }, budget));
  }
  return {
    path,
    mediaType: `multipart/${(nodeText(subtype) ?? 'mixed').toLowerCase()}`,
    parameters: readParameters(parameters),
    contentId: null,
    encoding: '7bit',
    octets: 0,
    ...readDisposition(disposition),
    children,
  };
}

function firstNonList(nodes: Nodes): number {
  const index = nodes.findIndex((node) => !isList(node));
  return index < 0 ? nodes.length : index;
}

function parseLeaf(nodes: Nodes, { path }: Position): BodyPart {
  const [type, subtype, parameters, contentId, , encoding, octets] = nodes;
  const mediaType = `${nodeText(type) ?? ''}/${nodeText(subtype) ?? ''}`.toLowerCase();
  return {
    path: path === '' ? '1' : path,
    mediaType: /^[^/\s]+\/[^/\s]+$/.test(mediaType) ? mediaType : 'application/octet-stream',
    parameters: readParameters(parameters),
    contentId: nodeText(contentId),
    encoding: (nodeText(encoding) ?? '7bit').trim().toLowerCase(),
    octets: nodeNumber(octets) ?? 0,
    ...readDisposition(nodes[dispositionIndex(mediaType)]),
    children: [],
  };
}

/** Extension data begins with the MD5 and then the disposition; text and message/rfc822 have fields before it. */
function dispositionIndex(mediaType: string): number {
  if (mediaType.startsWith('text/')) return 9;
  if (mediaType === 'message/rfc822' || mediaType === 'message/global') return 11;
  return 8;
}

function readDisposition(
  node: TokenNode | undefined,
): Pick<BodyPart, 'disposition' | 'dispositionParameters'> {
  if (!isList(node)) return { disposition: null, dispositionParameters: new Map() };
  return {
    disposition: nodeText(node[0])?.trim().toLowerCase() ?? null,
    dispositionParameters: readParameters(node[1]),
  };
}

/** The first parameter of a name wins, as with header fields. */
function readParameters(node: TokenNode | undefined): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  if (!isList(node)) return parameters;
  for (let index = 0; index + 1 < node.length && parameters.size < MAX_PARAMETERS; index += 2) {
    const name = (nodeText(node[index]) ?? '').toLowerCase();
    if (name !== '' && !parameters.has(name)) parameters.set(name, nodeText(node[index + 1]) ?? '');
  }
  return parameters;
}
