/** The halves of a module: its rules at the server, and its page. */
import type { Model, ModelField } from '../../../contract/schema/modelled';
import { snake } from '../../kernel/table';
import { parentField } from './declaration';
import { array, type Code, isEmptyGroup, laidOut, object, spread } from './layout';
import { fileName, type GeneratedFile, type Setting, type Targets, tableName } from './setting';
import { quoted } from './words';

export function serverFile(model: Model, setting: Setting, targets: Targets): GeneratedFile {
  const name = fileName(setting);
  const unique = model.fields.filter(({ isUnique }) => isUnique).map((field) => array(quoted(field.name)));
  const about = model.fields.flatMap(({ name: field, to }) =>
    to && targets[to]?.isBusiness ? [object({ module: quoted(to), column: quoted(snake(field)) })] : [],
  );
  const rules = object({
    table: quoted(tableName(setting)),
    unique: unique.length > 0 ? array(...unique) : undefined,
    madeOf: about.length > 0 ? array(...about) : undefined,
  });
  return {
    path: `server/${setting.area}/${name}.ts`,
    text: `import { ${name} } from '../../contract/modules/${setting.area}/${name}';
import { defineServerModule } from '../engine/serverModule';

export default ${laidOut({ kind: 'call', head: 'defineServerModule', items: [{ value: name }, { value: rules }] }, 0, 15, 1)};
`,
  };
}

/** Short fields stand side by side. */
function formRows(model: Model): string[][] {
  const names: { name: string; isLong: boolean }[] = [
    ...model.fields
      .filter(({ isInForm }) => isInForm)
      .map(({ name, kind, maxLength = 0 }) => ({ name, isLong: kind === 'longText' || maxLength > 128 })),
    ...(model.isTree ? [{ name: parentField, isLong: false }] : []),
  ];
  const rows: string[][] = [];
  let isOpen = false;
  for (const { name, isLong } of names) {
    if (isOpen && !isLong) rows.at(-1)!.push(name);
    else rows.push([name]);
    isOpen = !isLong && !isOpen;
  }
  return rows;
}

/** Where the columns stand in a row on a phone: each place has one field. */
function phoneOf(model: Model): Record<string, string> {
  const shown = model.fields.filter(({ isInTable }) => isInTable);
  const places: Record<string, (field: ModelField) => boolean> = {
    name: ({ name }) => name === model.titleField,
    code: ({ name }) => name === model.noteField,
    state: ({ kind }) => kind === 'choice' || kind === 'dict',
    amount: ({ kind }) => kind === 'money',
    date: ({ kind }) => kind === 'date' || kind === 'dateTime',
  };
  const phone = Object.fromEntries(
    Object.entries(places).flatMap(([place, fits]) => {
      const found = shown.find(fits);
      return found ? [[found.name, place]] : [];
    }),
  );
  return Object.values(phone).includes('date') ? phone : { ...phone, createTime: 'date' };
}

export function featureFile(model: Model, setting: Setting): GeneratedFile {
  const name = fileName(setting);
  const shown = model.fields.filter(({ isInTable }) => isInTable);
  const rows = formRows(model);
  const more: Code = object({
    naming: shown[0]?.name === model.titleField ? undefined : quoted(model.titleField),
    phone:
      shown.length > 2
        ? object(Object.entries(phoneOf(model)).map(([field, place]): [string, Code] => [field, quoted(place)]))
        : undefined,
    form:
      rows.length > 2 && rows.some((row) => row.length > 1)
        ? array(...rows.map((row) => array(...row.map(quoted))))
        : undefined,
  });
  const call = isEmptyGroup(more) ? `defineFeature(${name})` : `defineFeature(${name}, () => (${spread(more)}))`;
  return {
    path: `src/features/${setting.area}/${name}.ts`,
    text: `import { ${name} } from '../../../contract/modules/${setting.area}/${name}';
import { defineFeature } from '../crud/feature';

export const feature = ${call};
`,
  };
}
