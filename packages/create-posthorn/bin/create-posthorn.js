#!/usr/bin/env node
import { requireNode } from './require-node.js';

if (requireNode('create-posthorn')) {
  const { main } = await import('../dist/main.js');
  await main(process.argv.slice(2));
}
