/** Refusals of menus; see refusals.ts. */
export const menuRefusals = {
  'menu.badAddress': ['菜单地址不在允许的范围内', 'This address is not allowed for menus'],
  'menu.ownFrame': [
    '路径含 html 的菜单以嵌入方式显示，本系统自己的页面和文件不能嵌入。请改填页面的路径，或填写完整网址并选择新窗口',
    'A path with “html” in it opens in a frame, and this system’s own pages and files can’t be framed. Enter the path of a page, or a full address with “Open in new window”',
  ],
  'menu.builtIn': ['内置菜单不能删除', 'Built-in menus cannot be deleted'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
