import type { FastifyInstance } from 'fastify';

export interface Route {
  method: 'GET' | 'POST';
  url: string;
}

/** What the router itself knows, from the tree it prints: a line hangs on the last line before it that is less deep. */
export function routesOf(app: FastifyInstance): Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] = /^(.*?)(?:├|└)── (\S+) \(([^)]*)\)/.exec(line) ?? [];
      if (segment === '') return [];
      const depth = indent.length / 4;
      above[depth] = `${depth > 0 ? above[depth - 1] : ''}${segment}`;
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => ({ method: method as Route['method'], url: above[depth]! }));
    });
}
