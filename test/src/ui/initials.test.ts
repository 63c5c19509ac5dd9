import { initialsOf } from '../../../src/ui/layout/initials';

it.each([
  ['管理员', '管理'],
  ['系统管理员', '系统'],
  ['林予墨', '予墨'],
  ['李静', '李静'],
  ['Wang Lei', 'WL'],
  ['admin', 'A'],
  ['', ''],
])('%s is drawn as %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
