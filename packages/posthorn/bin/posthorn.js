#!/usr/bin/env node
import { requireNode } from './require-node.js';

if (requireNode('posthorn')) {
  const { main } = await import('../dist/cli/main.js');
  await main(process.argv);
}
