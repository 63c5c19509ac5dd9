import { type Label, label } from '../../domain/text';
import { longText, secret, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** Drivers by the names that clients of the family send. */
export const drivers = {
  'org.postgresql.Driver': 'postgresql',
  'com.mysql.cj.jdbc.Driver': 'mysql',
  'org.mariadb.jdbc.Driver': 'mysql',
} as const;
export type DriverClass = keyof typeof drivers;

/** A driver as people choose it. */
export interface DriverFacts {
  title: string;
  /** An address as it is written for this driver. */
  example: Label;
}
function exampleOf(prefix: string, port: number): Label {
  return label(`${prefix}//主机:${port}/数据库`, `${prefix}//host:${port}/database`);
}
export const driverFacts: Readonly<Record<DriverClass, DriverFacts>> = {
  'org.postgresql.Driver': { title: 'PostgreSQL', example: exampleOf('jdbc:postgresql:', 5432) },
  'com.mysql.cj.jdbc.Driver': { title: 'MySQL', example: exampleOf('jdbc:mysql:', 3306) },
  'org.mariadb.jdbc.Driver': { title: 'MariaDB', example: exampleOf('jdbc:mariadb:', 3306) },
};

/** Longest text of a query, in UTF-16 units. */
export const mostQuery = 10_000;

/** A database of another system, read for the model tool and its query page. */
export const datasource = defineModule({
  name: 'datasource',
  title: ['数据源', 'Data source'],
  path: '/blade-develop/datasource',
  scope: 'platform',
  // Addresses and accounts of other systems do not travel in a sheet.
  without: ['export', 'import'],
  chosen: { by: 'list', title: 'name' },
  menu: { under: 'tool', icon: 'database', title: ['数据源管理', 'Data sources'], sort: 20 },
  fields: {
    name: text('名称', 'Name', { required: true, search: 'like', maxLength: 100 }),
    driverClass: text('驱动类', 'Driver', { required: true, maxLength: 100 }),
    /** `jdbc:postgresql://host:port/database` or `jdbc:mysql://host:port/database`. */
    url: text('连接地址', 'Address', { required: true, maxLength: 500 }),
    username: text('用户名', 'User name', { required: true, maxLength: 50 }),
    password: secret('密码', 'Password', { maxLength: 256 }),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false, holdsSecrets: true }),
  },
  actions: {
    test: {
      label: ['测试连接', 'Test connection'],
      icon: 'plug-connected',
      done: ['连接成功', 'Connected'],
    },
    browse: ['浏览结构', 'Browse schema'],
    query: ['查询数据', 'Query'],
  },
});
export type Datasource = RecordOf<typeof datasource>;
