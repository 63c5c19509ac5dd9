/** The zip of generated modules: their files, what the tree keeps of each, and how to put them in. */
import { ZipWriter } from '../../kernel/sheets/zipWriter';
import { type Manifest, manifestPath, manifestText } from './files';
import { fileName, type GeneratedFile, type Setting } from './setting';

export const zipType = 'application/zip';
export const howTo = 'generated/README.md';

/** The lines that the list of modules needs. */
function listLines({ area, ...setting }: Setting): string {
  const name = fileName(setting as Setting);
  return `+import { ${name} } from './${area}/${name}';\n+  ${area}: [ … ${name}],`;
}

function howToText(manifests: readonly Manifest[]): string {
  const settings = manifests.map(({ setting }) => setting);
  return `# ${settings.map(fileName).join(', ')}

在本产品的源码目录中运行 \`npm run add-module -- <zip>\`：写入文件、在模块清单中登记；再次生成时与手工修改合并。
加 \`--branch <name>\` 则提交到新分支。之后运行 \`npm run tables\` 和 \`npm run api-page\`。

In the source tree of this product run \`npm run add-module -- <zip>\`: it writes the files, enters the modules in the
list, and merges with hand-made changes when they are generated again. With \`--branch <name>\` it commits to a new
branch. Then run \`npm run tables\` and \`npm run api-page\`.

By hand: copy the files and enter the modules in \`contract/modules/index.ts\`:

\`\`\`diff
${settings.map(listLines).join('\n')}
\`\`\`
`;
}

/** All files of the zip, in order. */
export function archiveFiles(manifests: readonly Manifest[]): GeneratedFile[] {
  return [
    { path: howTo, text: howToText(manifests) },
    ...manifests.flatMap((manifest) => [
      ...manifest.files,
      { path: manifestPath(manifest.setting), text: manifestText(manifest) },
    ]),
  ];
}

/** The same bytes for the same files. */
export async function* zipped(files: readonly GeneratedFile[]): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  for (const { path, text } of files) yield* zip.file(path, [text]);
  yield zip.end();
}
