/** What a console that starts with a session asks first: who signed in, and which menus and buttons that person has. */
export const ownRights = {
  url: '/blade-auth/oauth/user-info',
  query: { with: 'rights' },
  /** Beside those, where a top menu is chosen: its id. */
  top: 'topMenuId',
} as const;
