declare const globals: { __screens__: Readonly<Record<string, string>> };
export = globals;
