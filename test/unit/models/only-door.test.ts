/** No module of src-main but the door opens an outgoing connection. Read from the sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../src-main');
const DOOR = 'models/network-door.ts';

/** Modules that can reach another machine; a host's own servers may import what they listen with. */
const MODULES = /from '(?:node:)?(https?|http2|net|tls|dgram|undici|ws|axios|got|node-fetch)'/gu;
const LISTENERS: Readonly<Record<string, RegExp>> = {
  http: /^serve\//u,
  ws: /^serve\//u,
  // The local socket between hosts and the engine, and address arithmetic.
  net: /^(?:engine|models\/(?:address-rules|network-door)\.ts|serve\/)/u,
};
const CALLS = /(?<![.\w])(?:fetch|XMLHttpRequest|EventSource|WebSocket)\(|new WebSocket\(/gu;

/** A host that listens has no use for these of node:http. */
const OUTGOING =
  /import \{[^}]*\b(?:request|get|Agent)\b[^}]*\} from 'node:http'|import \* as \w+ from 'node:http'/u;

/** Comments may speak of what code may not do. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '');

function breaches(file: string, text: string): string[] {
  const code = withoutComments(text);
  const imports = [...code.matchAll(MODULES)]
    .map(([, name = '']) => name)
    .filter((name) => !LISTENERS[name]?.test(file))
    .map((name) => `imports ${name}`);
  if (OUTGOING.test(code)) imports.push('imports the client of http');
  return [...imports, ...[...code.matchAll(CALLS)].map(([call]) => `calls ${call}`)];
}

describe('case 40: one door to the network', () => {
  const files = globSync('**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));

  it('finds the sources', () => {
    expect(files).toContain(DOOR);
    expect(files.length).toBeGreaterThan(50);
  });

  it('sees a breach where there is one', () => {
    expect(breaches('agents/x.ts', `import { request } from 'node:https';`)).toEqual(['imports https']);
    expect(breaches('agents/x.ts', `await fetch('http://x');`)).toEqual(['calls fetch(']);
    expect(breaches('agents/x.ts', '// fetch(x)\nconst prefetch = map.fetch(1);')).toEqual([]);
    expect(breaches('serve/x.ts', `import { createServer, request } from 'node:http';`)).toEqual([
      'imports the client of http',
    ]);
    expect(breaches('engine/x.ts', `import { connect } from 'node:net';`)).toEqual([]);
  });

  it('no other module opens a connection', () => {
    const found = files
      .filter((file) => file !== DOOR)
      .flatMap((file) =>
        breaches(file, readFileSync(join(root, file), 'utf8')).map((what) => `${file} ${what}`),
      );
    expect(found).toEqual([]);
  });
});
