import type { AreaHelp } from '../../help';

export const system: AreaHelp = {
  user: {
    about:
      'The accounts of this tenant: add people, give them roles and departments, reset passwords, disable accounts, and review registrations.',
    steps: [
      'Choose “Add” and enter account, name, roles and departments. With a blank password a one-time password is made; it is shown once and valid for {{oneTimePasswordHours}} hours.',
      'Pass it on to the person, who has to change it at the first sign-in.',
      'For many people use “Import and export”, with up to {{mostPasswordsImported}} people at a time.',
      'When someone leaves, choose “Disable”. Their sessions end; what they did stays on record.',
    ],
    states: {
      of: 'user.status',
      means: {
        1: 'Can sign in.',
        0: 'Can’t sign in. Account and records stay.',
        2: 'Registered through a third party and waits for an administrator.',
      },
    },
    buttons: {
      'Assign roles': 'Replaces all roles of the selected users, at once.',
      'Reset password': 'Makes a new one-time password. The old one stops working, and sessions end.',
      Unlock: 'Lifts the lock after too many wrong passwords.',
      'Review registrations': 'Approves registrations with the roles you choose.',
      Disable: 'Forbids signing in and ends sessions.',
      Enable: 'Allows signing in again.',
    },
    refusals: {
      'user.full': 'The account limit is used up. The platform’s administrator can raise it under Tenants.',
      'user.notYourself': 'Another administrator has to do it.',
      'grant.ownRoles': 'Another administrator has to change your roles.',
      'grant.ownPosts': 'Processes give steps to positions, so another administrator has to change yours.',
      'grant.lastAdmin': 'Make another person a tenant administrator first.',
      'password.short': 'Passwords have at least {{leastPasswordLength}} characters.',
    },
    see: ['page:role', 'page:dept', 'page:online', 'page:why', 'guide:people'],
  },
  dept: {
    about: 'The organisation of this tenant. Departments hold people, limit data scopes and receive notices.',
    steps: [
      'Choose “Add” for a department at the top, or “Add child” in the row of one.',
      'Put people into departments under Users.',
    ],
    refusals: {
      'dept.inUse': 'Move its people to another department first.',
      'tree.hasChildren': 'Delete the departments below first.',
      'tree.ownParent': 'Choose another parent.',
    },
    see: ['page:user', 'page:post', 'page:data_scope', 'guide:people'],
  },
  post: {
    about: 'Positions, such as account manager or accountant. They describe a job and carry no permissions; roles do.',
    steps: ['Choose “Add” and enter name, code and type.', 'Choose positions for people under Users.'],
    refusals: {
      duplicate: 'Position codes are unique. Choose another.',
      referenced: 'People still have this position. Change theirs first.',
    },
    see: ['page:user', 'page:dept', 'guide:people'],
  },
  dict: {
    about: 'Dictionaries of the platform, shared by all tenants. Options and names of states come from here.',
    steps: [
      'The first level has dictionaries, the second their entries. Open a dictionary and choose “Add child”.',
      'Names and order can be changed. Codes and keys are for programs; built-in ones are fixed.',
      'Open pages show new names after “Clear cache”.',
    ],
    refusals: {
      'dict.builtIn': 'Of built-in dictionaries, names and order can be changed.',
      'dict.keyTaken': 'Keys are unique within a dictionary. Choose another.',
    },
    see: ['page:dictbiz', 'page:param', 'guide:people#dictionaries'],
  },
  dictbiz: {
    about:
      'Dictionaries of your tenant, such as the names of order states and document types. A new name changes what you see, not the rules.',
    steps: [
      'The first level has dictionaries, the second their entries. Open a dictionary and change the names of entries.',
      'Codes and keys of built-in dictionaries are fixed. You can add dictionaries of your own.',
      'Open pages show new names after “Clear cache”.',
    ],
    refusals: {
      'dict.builtIn': 'Of built-in dictionaries, names and order can be changed.',
      'dict.keyTaken': 'Keys are unique within a dictionary. Choose another.',
    },
    see: ['page:dict', 'guide:people#dictionaries'],
  },
  menu: {
    about:
      'Menus and buttons. A menu decides where a page stands and what it is called; the code of a button is the permission for what it does.',
    steps: [
      'Change names, icons and order. They apply when people open a page the next time.',
      'To show a page of another site, add a menu with its address, which must be an allowed one.',
      'With “Open in new window” it opens in a window of its own. A new menu shows once it is granted to roles.',
    ],
    refusals: {
      'menu.badAddress': 'Have the site allowed by the system’s operator, or open it in a new window.',
      'menu.ownFrame': 'Use the path of a page of this system, or the full address with “Open in new window”.',
      'menu.builtIn': 'Built-in menus stay. Take them from roles or packages if you don’t need them.',
      'tree.hasChildren': 'Delete the menus and buttons below first.',
    },
    see: ['page:role', 'page:topmenu', 'page:tenantPackage', 'guide:people'],
  },
  param: {
    about:
      'Parameters of the system, such as how long logs are kept, quiet hours and storage limits. They hold for all tenants, without a restart.',
    steps: [
      'Search by key and change the “Value”.',
      'A value that makes no sense counts as the default. The guide lists what each parameter means.',
    ],
    see: ['page:dict', 'guide:operations#params'],
  },
  topmenu: {
    about:
      'Groups menus at the top of the window, so that people can switch between kinds of work. Without top menus the sidebar shows all.',
    steps: [
      'Choose “Add” and enter name, code and icon.',
      'Choose “Configure menus” and tick the menus of this group.',
    ],
    buttons: { 'Configure menus': 'Decides what the sidebar shows in this group. It changes no permissions.' },
    see: ['page:menu', 'page:role', 'guide:people'],
  },
  tenant: {
    about: 'Tenants. Each has people, roles and business data of its own, which others can’t see.',
    steps: [
      'Choose “Add” and enter name and contact. The tenant ID is assigned, and the administrator’s one-time password is shown once.',
      'Choose “Set limits” for accounts and expiry, and “Set package” for the menus it may have.',
      'Tenant {{platformTenant}} is the platform’s own. Its name is the lessor’s on contracts and begins as “{{unnamedCompany}}”: change it to your company’s first.',
    ],
    states: { of: 'tenant.status', means: { 1: 'Its people can sign in.', 0: 'Its people can’t sign in. Data stay.' } },
    buttons: {
      'Set limits': 'Account limit, expiry, status and domain.',
      'Set package': 'The menus that the tenant may have, at once.',
      'Set data source': 'Without other data sources the default is used.',
      'View users': 'Opens Users with the people of this tenant.',
    },
    refusals: { 'tenant.platform': 'The platform’s own tenant is always there.' },
    see: ['page:tenantPackage', 'page:user', 'guide:people#tenants'],
  },
  tenantPackage: {
    about: 'Sets of menus for tenants. A tenant’s administrators grant permissions within its package.',
    steps: [
      'Choose “Add” and tick menus; a page comes with its buttons.',
      'Assign it with “Set package” under Tenants.',
    ],
    refusals: { 'tenant.packageInUse': 'Give these tenants another package first.' },
    see: ['page:tenant', 'page:menu', 'guide:people#tenants'],
  },
  client: {
    about: 'Programs that may sign in through the API, how they may do so, and how long their tokens are valid.',
    steps: [
      'Choose “Add” and enter client ID, grant types and validity. The secret is stored and not shown again.',
      'Disable a program that is no longer used. It gets no more tokens.',
    ],
    states: { of: 'client.status', means: { 1: 'Gets tokens.', 0: 'Gets no more tokens.' } },
    refusals: { 'client.own': 'People sign in with the console’s own app.' },
    see: ['page:api_scope', 'page:online', 'guide:people'],
  },
};
