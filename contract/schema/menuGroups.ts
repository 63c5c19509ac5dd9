/** The menus that pages of modules stand under, in their order: what `menu.under` of a module may name. */
import type { IconName } from '../domain/icons/names';
import type { Text } from '../domain/text';

interface MenuGroup {
  title: Text;
  icon: IconName;
  /** Where its pages are; by default its code. */
  path?: string;
}

const first = {
  lease: { title: ['租赁业务', 'Leasing'], icon: 'apps' },
  desk: { title: ['办公', 'Office'], icon: 'mail' },
  work: { title: ['我的事务', 'My work'], icon: 'task-list-ltr' },
  flow: { title: ['流程管理', 'Workflow'], icon: 'flow' },
  reports: { title: ['报表管理', 'Reporting'], icon: 'document-bullet-list', path: '/report' },
  job: { title: ['任务调度', 'Jobs'], icon: 'calendar-clock' },
  monitor: { title: ['系统监控', 'Monitoring'], icon: 'data-trending' },
  resource: { title: ['资源管理', 'Resources'], icon: 'cloud-arrow-up' },
  base: { title: ['基础配置', 'Master data'], icon: 'layer' },
  authority: { title: ['权限管理', 'Access control'], icon: 'shield' },
  system: { title: ['系统管理', 'System'], icon: 'settings' },
  tool: { title: ['研发工具', 'Developer tools'], icon: 'code' },
} as const satisfies Record<string, MenuGroup>;

/** Those below one of the first level. */
const second = {
  log: { in: 'monitor', sort: 100, title: ['日志管理', 'Logs'], icon: 'document-bullet-list', path: '/monitor/log' },
} as const satisfies Record<string, MenuGroup & { in: keyof typeof first; sort: number }>;

export type FirstMenuGroup = keyof typeof first;
export type MenuGroupName = FirstMenuGroup | keyof typeof second;

export const firstMenuGroups: Readonly<Record<FirstMenuGroup, MenuGroup>> = first;
export const secondMenuGroups: Readonly<Record<string, MenuGroup & { in: FirstMenuGroup; sort: number }>> = second;
