import { label, textIn } from '../../../../contract/domain/text';
import {
  type Datasource,
  type DriverClass,
  datasource,
  driverFacts,
  drivers,
} from '../../../../contract/modules/develop/datasource';
import { route } from '../../../store/navigation/route';
import { Radios } from '../../../ui/inputs/choices';
import { TextInput } from '../../../ui/inputs/fields';
import { Output } from '../../../ui/inputs/Output';
import { defineFeature } from '../../crud/feature';
import type { FieldInputProps } from '../../crud/screen';
import { QueryPage } from './QueryPage';
import { SchemaPage } from './SchemaPage';
import { sourcePagesSaga } from './sourcePagesSaga';
import { browsePage, driverTitle, queryPage, sourcePages } from './sourcePagesSlice';

const options = Object.keys(drivers).map((value) => ({ value, label: driverFacts[value as DriverClass].title }));

function DriverInput({ name, draft, readOnly = false, onType }: FieldInputProps) {
  const value = String(draft[name] ?? '');
  if (readOnly) return <Output id={`form-${name}`}>{driverTitle(value)}</Output>;
  return <Radios name={name} value={value} options={options} onChange={(picked) => onType({ [name]: picked })} />;
}

/** The address, with an example for the chosen driver. */
function AddressInput({ name, draft, format, readOnly = false, onType, onBlur }: FieldInputProps) {
  const value = String(draft[name] ?? '');
  if (readOnly) return <Output id={`form-${name}`}>{value}</Output>;
  const facts = driverFacts[draft.driverClass as DriverClass] ?? driverFacts['org.postgresql.Driver'];
  return (
    <TextInput
      name={name}
      value={value}
      placeholder={textIn(facts.example, format.language)}
      spellCheck={false}
      onChange={(typed) => onType({ [name]: typed })}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

function opens(page: string) {
  return ({ id }: Datasource) => route.actions.open({ feature: datasource.name, rest: `${page}/${id}` });
}

export const feature = defineFeature(
  datasource,
  () => ({
    naming: 'name',
    columns: ['name', 'driverClass', 'url', 'username'],
    widths: { name: 200, driverClass: 120, username: 150 },
    phone: { name: 'name', driverClass: 'code', url: 'note', username: 'date' },
    cells: { driverClass: ({ driverClass }) => driverTitle(driverClass) },
    first: {
      text: label(
        '连接其他系统的数据库后，可以浏览表结构、查询数据。',
        'Connect the database of another system to browse its tables and query its data.',
      ),
    },
    form: [['name'], ['driverClass'], ['url'], ['username', 'password'], ['remark']],
    inputs: { driverClass: DriverInput, url: AddressInput },
    groups: ['driverClass'],
    helps: {
      url: label(
        '保存时会试连。内网数据库须由运维列入 EGRESS_ALLOW；其余须使用加密连接，并核验证书',
        'It is tried when you save. A database inside the network must be listed in EGRESS_ALLOW; any other must be encrypted, with a valid certificate',
      ),
      username: label('请使用只能读取的账号', 'Use an account that may only read'),
    },
    rowActions: [
      {
        key: 'browse',
        label: label('浏览结构', 'Browse schema'),
        icon: 'table',
        permission: 'datasource_browse',
        act: opens(browsePage),
      },
      {
        key: 'query',
        label: label('查询数据', 'Query'),
        icon: 'code',
        permission: 'datasource_query',
        act: opens(queryPage),
      },
    ],
  }),
  {
    slices: [sourcePages],
    saga: sourcePagesSaga,
    pages: { [`${browsePage}/:id`]: SchemaPage, [`${queryPage}/:id`]: QueryPage },
  },
);
