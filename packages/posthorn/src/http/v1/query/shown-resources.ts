import { RESOURCE_TYPES, type TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { Inclusion } from '../../../resources/related-resources.ts';
import type { ParameterSchema, ParameterSchemas } from '../../route/api-route.ts';
import { attributesSchema } from './attributes-parameter.ts';
import { imagesSchema } from './images-parameter.ts';
import { includable, parseInclude } from './include.ts';
import type { QueryReader } from './query-reader.ts';

/** Parameters of fields, images and includes. Exchanges read all except `include`. */
export function showing(type: TypeName): QueryReader<Inclusion> {
  const included = includable(type);
  const types = [type, ...included.map((each) => each.type)];
  const own: ParameterSchemas = {
    ...(included.length > 0 && { include: includeSchema(type) }),
    ...(types.includes('MessageBody') && { images: imagesSchema }),
    ...(type === 'MessageItem' && { attributes: attributesSchema }),
  };
  return {
    schemas: { ...own, ...Object.assign({}, ...types.map(fieldSchemas)) },
    names: Object.keys(own),
    read: ({ parameters }) => (included.length === 0 ? null : parseInclude(parameters, type)),
  };
}

function includeSchema(type: TypeName): ParameterSchema {
  const paths = includable(type).map(({ path }) => path);
  return {
    title: `include.${type}`,
    type: 'string',
    description: `Related resources that come along, separated by commas: ${listOf(paths)}.`,
    examples: [paths[0]],
  };
}

function fieldSchemas(name: TypeName): ParameterSchemas {
  const fields: readonly string[] =
    RESOURCE_TYPES.find((type) => type.name === name)?.fields.map((field) => field.name) ?? [];
  const [first = '', second = ''] = fields;
  return {
    [`fields[${name}]`]: {
      type: 'string',
      description: `The fields of a ${name} that are wanted, and no others. What is not wanted is not fetched: ${listOf(fields)}.`,
      examples: [`${first},${second}`],
    },
    [`relfield:fields[${name}]`]: {
      type: 'string',
      description: `Changes to the fields that a ${name} has by default: \`+\` adds one, \`-\` takes one away.`,
      examples: [`-${first}`],
    },
  };
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
