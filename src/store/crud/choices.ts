import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { TreeNode } from '../../../contract/schema/tree';
import { tenantChoice } from './tenantChoice';

export type ChoiceSource =
  | 'dept'
  | 'role'
  /** Roles that whoever works here may give to people. */
  | 'givableRole'
  | 'post'
  | 'menu'
  | 'dict'
  | 'dictbiz'
  | 'tenantPackage'
  | 'tenant'
  /** Menus that a tenant may have: all but the platform's own. */
  | 'tenantMenu';
const sources = new Set<string>([
  'dept',
  'role',
  'givableRole',
  'post',
  'menu',
  'dict',
  'dictbiz',
  'tenantPackage',
  'tenant',
  'tenantMenu',
] satisfies ChoiceSource[]);
export const isChoiceSource = (name: string | undefined): name is ChoiceSource => sources.has(name ?? '');

/** Those of which every tenant has its own. */
const ofTenants: readonly ChoiceSource[] = ['dept', 'role', 'givableRole', 'post'];
export const isOfTenant = (source: ChoiceSource): boolean => ofTenants.includes(source);

export interface Choices {
  nodes: TreeNode[];
  busy: boolean;
  /** The last question came to nothing: whoever looks may ask again. */
  isLost: boolean;
}
const none: Choices = { nodes: [], busy: false, isLost: false };
const blank = none as Draft<Choices>;

/** All records of a kind that is chosen from as a whole: trees of departments and menus, short lists of posts. */
export const choices = createSlice({
  name: 'choices',
  initialState: {} as { [source in ChoiceSource]?: Choices },
  reducers: {
    /** A page is about to offer these: they are brought up to date. */
    need(s, { payload }: PayloadAction<readonly ChoiceSource[]>) {
      for (const source of payload) s[source] = { ...(s[source] ?? blank), busy: true, isLost: false };
    },
    received(s, { payload: { source, nodes } }: PayloadAction<{ source: ChoiceSource; nodes: TreeNode[] }>) {
      s[source] = { ...blank, nodes: nodes as Draft<TreeNode[]> };
    },
    lost(s, { payload: source }: PayloadAction<ChoiceSource>) {
      s[source] = { ...(s[source] ?? blank), busy: false, isLost: true };
    },
  },
  extraReducers: (on) =>
    // Names of one tenant must not stand where another one is worked on.
    on.addCase(tenantChoice.actions.choose, (s) => {
      for (const source of ofTenants) delete s[source];
    }),
  selectors: { of: (s, source: ChoiceSource) => s[source] ?? none },
});
