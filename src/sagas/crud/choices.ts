import type { Action } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'redux-saga/effects';
import { dept } from '../../../contract/modules/system/dept';
import { dict, dictbiz } from '../../../contract/modules/system/dictionary';
import { menu } from '../../../contract/modules/system/menu';
import { post } from '../../../contract/modules/system/post';
import { role } from '../../../contract/modules/system/role';
import { tenant } from '../../../contract/modules/system/tenant';
import { tenantPackage } from '../../../contract/modules/system/tenantPackage';
import { user } from '../../../contract/modules/system/user';
import type { Module } from '../../../contract/schema/module';
import type { TreeNode } from '../../../contract/schema/tree';
import { type ChoiceSource, choices, isOfTenant } from '../../store/crud/choices';
import { tenantChoice } from '../../store/crud/tenantChoice';
import type { Call, World } from '../../world/world';
import { askGivable, givableRoles } from '../auth/givableRoles';
import type { Saga } from '../effects';
import { isExpected, request } from '../request';
import { lookupSaga } from './lookup';
import { tenantChoiceSaga, withTenant } from './tenantChoice';

const { actions: at } = choices;

interface Source {
  question: Call;
  /** Records as nodes, where the answer is no tree. */
  node?(row: any): TreeNode;
}
const get = (module: { url(verb: string): string }, call: string, query?: Call['query']): Call => ({
  method: 'GET',
  url: module.url(call),
  ...(query ? { query } : {}),
});
const flat = (id: string, title: string, note?: string): TreeNode => ({
  id,
  parentId: '0',
  title,
  ...(note ? { note } : {}),
});
const sources: Record<ChoiceSource, Source> = {
  dept: { question: get(dept, 'tree') },
  role: { question: get(role, 'tree') },
  givableRole: { question: givableRoles },
  menu: { question: get(menu, 'tree') },
  tenantMenu: { question: get(menu, 'tree', { isPlatform: '0' }) },
  dict: { question: get(dict, 'tree') },
  dictbiz: { question: get(dictbiz, 'tree') },
  post: { question: get(post, 'select'), node: ({ id, postName, postCode }) => flat(id, postName, postCode) },
  tenantPackage: {
    question: get(tenantPackage, 'select'),
    node: ({ id, packageName }) => flat(id, packageName),
  },
  tenant: {
    question: get(tenant, 'select'),
    node: ({ tenantId, tenantName }) => flat(tenantId, tenantName, tenantId),
  },
};

/** Of a node, what a tree shows: servers of the family send more with it. */
const bare = ({ id, parentId, title, note, hasChildren, children }: TreeNode): TreeNode => ({
  id: String(id),
  parentId: String(parentId),
  title: String(title ?? ''),
  ...(note ? { note } : {}),
  ...(hasChildren ? { hasChildren } : {}),
  ...(children?.length ? { children: children.map(bare) } : {}),
});
const isRecord = (one: unknown): one is TreeNode => typeof one === 'object' && one !== null && 'id' in one;

function* bring(world: World, source: ChoiceSource): Saga {
  const { question, node = bare } = sources[source];
  try {
    const asked: Call = isOfTenant(source) ? yield* withTenant(question) : question;
    const answer: unknown =
      source === 'givableRole'
        ? yield call(askGivable, world, asked)
        : yield call(request, world, asked, { quiet: true });
    const rows = Array.isArray(answer) ? answer.filter(isRecord) : [];
    yield put(at.received({ source, nodes: rows.map(node) }));
  } catch (error) {
    yield put(at.lost(source));
    if (!isExpected(error)) throw error;
  }
}

/** What is chosen from as a whole, people found by a part of their name, and the tenant all of them are of. */
export function* choicesSaga(world: World): Saga {
  yield* tenantChoiceSaga(world);
  yield* lookupSaga({ user: user as Module })(world);
  for (const source of Object.keys(sources) as ChoiceSource[]) {
    const isOurs = (action: Action) =>
      (at.need.match(action) && action.payload.includes(source)) ||
      // What was asked of the tenant before must not arrive in the name of this one.
      (isOfTenant(source) && tenantChoice.actions.choose.match(action));
    yield takeLatest(isOurs, function* (action: Action): Saga {
      if (at.need.match(action)) yield call(bring, world, source);
    });
  }
}
