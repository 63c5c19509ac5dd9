import type { AreaHelp } from '../../help';

export const authority: AreaHelp = {
  role: {
    about: 'Roles, and what people who have them may open, press and see.',
    steps: [
      'Choose “Add”. A role can stand below another one, which only sorts the list.',
      'Select the role and choose “Grant permissions”. Tick pages and buttons under “Menus and buttons”, limit rows under “Data scopes”, and open reserved calls under “API scopes”.',
      'Look at “Show differences” for what is added and removed, and at “Preview as role” for its menu.',
      'Saved permissions apply at once, without signing in again. Then assign the role to people under Users.',
    ],
    buttons: {
      'Grant permissions': 'Sets the permissions of one or several roles. Several roles get the same.',
      'Copy from role': 'Takes over the ticks of another role. Nothing changes until you save.',
      'Preview as role': 'Shows the menus and buttons that the role would have.',
    },
    refusals: {
      'grant.beyondOwn': 'You can only grant what you have yourself. Ask an administrator with more permissions.',
      'grant.seesMore': 'They would see data that you can’t see. Give the role the same data scopes first.',
      'grant.ownRoles': 'Another administrator has to change your roles.',
      'role.fixed': 'The package decides what tenant administrators have. The platform’s administrator can change it.',
      'role.inUse': 'Give these users another role first.',
    },
    see: ['page:user', 'page:data_scope', 'page:api_scope', 'page:why', 'guide:people'],
  },
  data_scope: {
    about:
      'Defines which data can be seen: of which module, which rows and which fields. It takes effect once a role is granted it.',
    steps: [
      'Select the menu on the left, choose “Configure”, then “Add”.',
      'Choose the “Module” and a rule type: own rows, those of own departments, with subdepartments, or conditions of your own.',
      'To hide amounts or other fields, leave them unticked under “Visible fields”.',
      'Grant it to roles. Several scopes of one module add up; a role without any sees all data.',
    ],
    states: {
      of: 'data_scope.scopeType',
      means: {
        1: 'All rows. Use it to hide fields.',
        2: 'Rows whose field names the person, usually the one who created them.',
        3: 'Rows of the person’s departments.',
        4: 'Rows of the person’s departments and all below.',
        5: 'Conditions made of fields, comparisons and values.',
      },
    },
    refusals: {
      'scope.inUse': 'Take it from the roles first.',
      'scope.noSuchColumn': 'Choose the field from the list.',
      'scope.badRule': 'Correct the condition that is named.',
    },
    see: ['page:role', 'page:why', 'guide:people#scopes'],
  },
  api_scope: {
    about:
      'Reserves a call for some roles: calls listed here are open to roles that were granted them only; all others are decided by menus and buttons.',
    steps: [
      'Select the menu on the left, choose “Configure”, then “Add”.',
      'Choose the method, enter a part of the path, and select the call.',
      'Grant it to the roles that need it. Other roles can’t make the call any more.',
    ],
    refusals: {
      'scope.noSuchRoute': 'There is no such call. Choose one from the list.',
      'scope.inUse': 'Take it from the roles first.',
    },
    see: ['page:role', 'page:why', 'guide:people#scopes'],
  },
  why: {
    about:
      'Answers why someone can’t use a function. The real checks run one by one, and you see which one failed and what to do.',
    steps: [
      'Choose the user, then a menu, a button or a call.',
      'Choose “Run check”. Look at the “Deciding factor” first, then at “How to fix”.',
      'On a page that was refused, “See why” leads here with everything filled in.',
    ],
    buttons: {
      'Run check': 'Runs the checks with the person’s present roles, package and data scopes. It changes nothing.',
    },
    see: ['page:user', 'page:role', 'guide:people', 'guide:refused'],
  },
};
