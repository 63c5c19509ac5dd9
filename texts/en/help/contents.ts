import type { ChapterEntry } from '../../help';

export const chapters: readonly ChapterEntry[] = [
  { id: 'start', title: 'Getting started', words: ['sign in', 'account', 'password', 'tabs', 'tour'] },
  {
    id: 'order',
    title: 'From product to settled order',
    words: [
      'order',
      'product',
      'customer',
      'schedule',
      'lease start',
      'rounding',
      'day count',
      'voucher',
      'settlement',
    ],
  },
  { id: 'signing', title: 'Signing contracts', words: ['contract', 'e-sign', 'witness', 'signature', 'link'] },
  {
    id: 'payments',
    title: 'Payments and receipts',
    words: ['pay', 'overdue', 'ageing', 'batch', 'receipt', 'instalment'],
  },
  {
    id: 'lists',
    title: 'Lists, views, import and export',
    words: ['import', 'export', 'views', 'columns', 'filter', 'print', 'Excel'],
  },
  {
    id: 'notices',
    title: 'Notices and messages',
    words: ['announcement', 'SMS', 'e-mail', 'reminder', 'template', 'messages'],
  },
  {
    id: 'storage',
    title: 'Files and storage',
    words: ['attachment', 'upload', 'object storage', 'documents', 'images'],
  },
  {
    id: 'people',
    title: 'Users, roles and data scopes',
    words: ['permission', 'roles', 'department', 'tenant', 'package', 'dictionary', 'menu', 'data scope'],
  },
  { id: 'logs', title: 'Logs and audit', words: ['audit', 'history', 'sessions', 'request ID'] },
  {
    id: 'approvals',
    title: 'Processes, tasks and approvals',
    words: ['process', 'workflow', 'approval', 'task', 'claim', 'hand on', 'leave', 'reminder'],
  },
  { id: 'jobs', title: 'Scheduled jobs', words: ['job', 'schedule', 'cron', 'timer', 'PowerJob'] },
  { id: 'keyboard', title: 'Keyboard', words: ['shortcuts', 'keys'] },
  { id: 'refused', title: 'When something is refused', words: ['refused', 'permission', 'error', 'failed', '403'] },
  {
    id: 'operations',
    title: 'Operating the platform',
    words: ['backup', 'restore', 'upgrade', 'parameters', 'settings'],
    page: 'param',
  },
];

/** What people type who look for a page without knowing its name. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  why: ["why can't", 'why cannot', "can't see", 'cannot see', 'no access', 'no permission', 'permission denied', '403'],
};
