import type { PromiseTable } from './table';

/** What makes true what texts promise about people, rights, lists and the shell. */
export const people: PromiseTable = [
  [
    {
      test: 'src/sagas/crud/crud.test.ts › closes for who may add and not update, and says that what was typed meanwhile is not saved',
    },
    'crud:crud.typedInVain',
  ],
  [
    { test: 'server/auth/accounts.test.ts › is shown once, stored nowhere, and not repeated for the same request' },
    'crud:crud.makeSecret',
    'crud:oneTimePasswords.once',
    'help/system:user.steps.0',
  ],
  [
    { test: 'server/auth/accounts.test.ts › of a reset or a new tenant is not repeated either' },
    'help/system:tenant.steps.0',
  ],
  [
    { test: 'server/auth/accounts.test.ts › ends every session of the person, and of no other' },
    'areas/system:userDialogs.askReset',
    'help/system:user.buttons.密码重置',
  ],
  [
    {
      test: 'browser/recorded.test.ts › records the page after the next one, without a restart, until the hour is over',
    },
    'user.actions.record.question.text',
  ],
  [
    { test: 'server/auth/session.test.ts › the person is disabled' },
    'areas/system:userDialogs.askStop',
    'help/system:user.steps.3',
  ],
  [
    {
      test: 'server/engine/remembered.test.ts › each change counts at the next request on both servers, and one that was undone never does',
    },
    'areas/system:grant.reach',
    'areas/system:grant.reachMost',
    'areas/system:userDialogs.rolesHelp',
    'help/authority:role.steps.3',
    'help/guide:people.0.blocks.1',
    'help/system:user.buttons.角色配置',
    'help/system:user.buttons.Assign roles',
  ],
  [
    { test: 'server/system/accessCheck.test.ts › that the call is kept for other roles' },
    'help/authority:api_scope.steps.2',
  ],
  [
    { test: 'server/auth/grants.test.ts › when the tenant gets a smaller package, and a larger one again' },
    'areas/system:tenantDialogs.packageHelp',
    'help/system:tenant.buttons.产品包配置',
    'help/system:tenant.buttons.Set package',
  ],
  [
    {
      test: 'server/auth/bounds.test.ts › makes a role and a person with it who see none either',
    },
    'areas/system:grant.binding',
  ],
  [
    { test: 'server/system/tenants.test.ts › leads to the tenant before sign-in, and to no other' },
    'areas/system:tenantDialogs.domainHelp',
    'help/guide:start.0.blocks.0',
  ],
  [{ call: 'POST /blade-system/tenant/setting' }, 'areas/system:tenantDialogs.expireHelp'],
  [{ refusal: 'tenant.platform' }, 'help/system:tenant.refusals.tenant.platform'],
  [{ refusal: 'grant.ownRoles' }, 'system/user/user.tsx:不能修改自己的角色'],
  [{ refusal: 'dict.builtIn' }, 'help/system:dict.steps.1', 'help/system:dictbiz.steps.1'],
  [
    { test: 'src/features/system/dictionaries/dictionaries.test.ts › is called by its new name at once' },
    'help/system:dictbiz.about',
    'help/guide:people.5.blocks.1',
  ],
  [{ refusal: 'auth.badClient' }, 'help/system:client.steps.1'],
  [
    { test: 'server/auth/accounts.test.ts › go in, never come out, and stay when nothing is sent instead' },
    'help/system:client.steps.0',
  ],
  [
    { test: 'server/auth/signInSocial.test.ts › returns to our address only, and with a code of its own only, once' },
    'first:login.ssoHint',
  ],
  [
    {
      test: 'src/features/lease/welcome/welcome.test.ts › leads an empty installation to its first order, and asks no more once there is one',
    },
    'home:welcome.steps.text',
  ],
  [{ test: 'src/ui/themeNames.test.ts › %s, %s, can be read in any accent colour' }, 'shell:colour.note'],
  [
    {
      test: 'src/store/navigation/keys.test.ts › is heard while nobody types, unless it is switched off; others are heard all the same',
    },
    'shell:keys.singleNote',
  ],
  [{ noAction: '*' }, 'shell:ask.removeDetail', 'transfer:transfers.removeText'],
  [
    { test: 'browser/windows.test.ts › stops the windows of the one before: they say so, and ask nothing any more' },
    'shell:displaced.text',
    'shell:displaced.unsaved',
  ],
  [
    {
      test: 'src/sagas/auth/screenLock.test.ts › takes the right password, proves it to the server and returns to the former page',
    },
    'help/guide:start.1.blocks.1.list.3',
  ],
  [
    {
      test: 'src/store/auth/intent.test.ts › never costs input that is not saved',
    },
    'help/common:tour.steps.tabs.text',
  ],
  [
    {
      test: 'server/transfer/import.test.ts › with three bad rows are refused, these rows named and nothing written; without them they are added',
    },
    'help/common:made.import',
    'help/guide:lists.4.blocks.1',
  ],
  [{ refusal: 'transfer.inBackground' }, 'help/own:transfer.steps.0'],
  [
    { action: 'messageLog.cancel' },
    'help/resource:messageLog.states.means.6',
    'messageLog.actions.cancel.question.text',
  ],
];
