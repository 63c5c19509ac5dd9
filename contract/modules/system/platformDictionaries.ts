/** Dictionaries of the platform, the same for all tenants. The entries of a module's choice field come from the
 *  field. */

import type { Dictionary } from '../../domain/dictionaries';
import type { Field } from '../../schema/fields';
import { notice } from '../desk/notice';
import { oss } from '../resource/oss';
import { sms } from '../resource/sms';
import { apiScope } from './apiScope';
import { dataScope } from './dataScope';
import { dept } from './dept';
import { menu } from './menu';
import { post } from './post';
import { region } from './region';

function named(
  code: string,
  zh: string,
  en: string,
  id: string | undefined,
  words: Record<number, readonly [zh: string, en: string]>,
  remarks: Record<number, string> = {},
): Dictionary & { id?: string } {
  return {
    code,
    zh,
    en,
    ...(id ? { id } : {}),
    entries: Object.entries(words).map(([key, [zh, en]]) => ({
      key: Number(key),
      zh,
      en,
      ...(remarks[Number(key)] ? { remark: remarks[Number(key)] } : {}),
    })),
  };
}

/** A dictionary made from the choices of a field. */
function spoken(
  code: string,
  zh: string,
  en: string,
  id: string | undefined,
  { choices = {} }: Pick<Field, 'choices'>,
): Dictionary & { id?: string } {
  return named(
    code,
    zh,
    en,
    id,
    Object.fromEntries(Object.entries(choices).map(([key, word]) => [key, [word.zh, word.en]])),
  );
}

/** Dictionaries that products of the family choose from. */
export const platformDictionaries: (Dictionary & { id?: string })[] = [
  // A person's field also allows "unknown"; the family's dictionary does not.
  named('sex', '性别', 'Sex', '1123598814738675201', { 1: ['男', 'Male'], 2: ['女', 'Female'] }),
  spoken('notice', '通知类型', 'Notice type', '1123598814738675204', notice.fields.category),
  spoken('menu_category', '菜单类型', 'Menu type', '1123598814738675211', menu.fields.category),
  named('button_func', '按钮功能', 'Button position', '1123598814738675214', {
    1: ['工具栏', 'Toolbar'],
    2: ['操作栏', 'Row actions'],
    3: ['工具操作栏', 'Both'],
  }),
  named('yes_no', '是否', 'Yes or no', '1123598814738675218', { 1: ['否', 'No'], 2: ['是', 'Yes'] }),
  named(
    'flow',
    '流程类型',
    'Process type',
    undefined,
    { 1: ['请假流程', 'Leave'], 2: ['报销流程', 'Expense'] },
    { 1: 'leave', 2: 'expense' },
  ),
  spoken('oss', '对象存储类型', 'Object storage type', undefined, oss.fields.category),
  spoken('data_scope_type', '数据权限', 'Data scope', '1123598814738675231', dataScope.fields.scopeType),
  spoken('sms', '短信服务类型', 'SMS service type', undefined, sms.fields.category),
  spoken('api_scope_type', '接口权限', 'API scope', '1123598814738675237', apiScope.fields.scopeType),
  spoken('org_category', '机构类型', 'Organisation type', undefined, dept.fields.deptCategory),
  spoken('post_category', '岗位类型', 'Position type', '1123598814738777220', post.fields.category),
  spoken('region', '行政区划', 'Region level', '1123598814738777230', region.fields.level),
];
