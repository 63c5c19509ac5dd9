/** JSON with numbers of more digits than a number of JavaScript holds, such as ids: these are read as texts. */
export function parsedExactly(body: string): unknown {
  return JSON.parse(
    body.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (part) =>
      part.startsWith('"') ? part : `"${part}"`,
    ),
  );
}
