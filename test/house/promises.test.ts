/** A sentence that promises something stands beside the rule that makes it true. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allModules } from '../../contract/modules';
import { knownParams } from '../../contract/modules/system/param';
import { actionLabel } from '../../contract/schema/module';
import { refusals } from '../../contract/wire/refusals';
import { money } from './promises/money';
import { orders } from './promises/orders';
import { people } from './promises/people';
import { platform } from './promises/platform';
import { type Sentence, sentences } from './promises/sentences';
import type { PromiseTable, Rule } from './promises/table';

const root = join(__dirname, '../..');
const table: PromiseTable = [...orders, ...money, ...people, ...platform];

/** Words that promise: that something stays as it is, happens by itself, at once or once, or never. */
const promising = {
  zh: /(?:不能|不可|无法)(?:再|单独|直接)?(?:撤销|恢复|修改|更改|撤回|更换|变更|编辑|找回|改)|不再(?!使用|需要|合作)|不会|自动(?!”)|(?:立即|随即|即时)(?!起租|与银行|设置)|[只仅][^，。；]{0,3}一次|只读|永久|永远|始终|一律|一笔也不|不(?:收取|计滞纳)|免费|[不未]写入|随时(?:可以|能)|可以撤[销回]|(?<!有)可撤[销回]|不影响/,
  en: /(?:can’t|cannot|can no longer) (?:be )?(?:undone|changed?|edit(?:ed)?|reversed|restored|recovered|withdrawn|modified|replaced)|no longer(?! (?:used|needed))|\bnever\b|automatically|(?<!All )\bat once|immediately|(?:only|just) once|read-only|permanent|\balways\b|will be (?:sent|notified|checked|verified)|no charge|no late (?:fee|charge)|free of charge|nothing is written|at any time|can be undone|by itself|by themselves/i,
} as const;
/** Words of actions that take back what was done, or bring back what is gone. */
const takesBack = { zh: /撤销|冲正|撤回|恢复|还原/, en: /undo|reverse|withdraw|restore/i } as const;
const bringsBack = { zh: /恢复|还原/, en: /restore|undelete/i } as const;

/** A text in several forms is one promise: of one or many, of money that comes or goes. */
function keyOf(place: string): string {
  return place.replace(/(?:_one|_other|_collect|_mixed)+$/, '');
}
/** Names promise nothing, and a refusal is the rule of what it refuses. */
function isPromise(place: string, { zh, en }: Sentence): boolean {
  if (/\.(?:label|title|choices\.\w+)$/.test(place) && !place.startsWith('help')) return false;
  if (place.startsWith('refusal:') || place.includes('.refusals.'))
    return /自动|立即|随即|始终|一律/.test(zh) || /automatically|at once|immediately|\balways\b/i.test(en);
  return (zh.length > 6 && promising.zh.test(zh)) || (en.split(' ').length > 2 && promising.en.test(en));
}
const said = sentences();
const promises = [...new Set([...said].filter(([place, one]) => isPromise(place, one)).map(([place]) => keyOf(place)))];

function actionsOf(name: string): [name: string, zh: string, en: string][] {
  const found = allModules.filter((module) => name === '*' || module.name === name);
  if (found.length === 0) return [[name, '没有这个模块：撤销', 'undo: no such module']];
  return found.flatMap(({ actions }) =>
    Object.entries(actions).map(([action, declared]): [string, string, string] => [action, ...actionLabel(declared)]),
  );
}
/** What a text that takes no way back must rest on: that there is none, or a test of it. */
const isFinal = { zh: /(?:不能|不可|无法)(?:撤销|恢复)/, en: /(?:can’t|cannot) be (?:undone|restored)/ } as const;

function holds(rule: Rule, keys: readonly string[]): boolean {
  const texts = [...said].filter(([place]) => keys.includes(keyOf(place))).map(([, one]) => one);
  const isFirm = 'noAction' in rule || 'test' in rule;
  if (!isFirm && texts.some(({ zh, en }) => isFinal.zh.test(zh) || isFinal.en.test(en))) return false;
  if ('refusal' in rule) return Object.hasOwn(refusals, rule.refusal);
  if ('setting' in rule) return Object.hasOwn(knownParams, rule.setting);
  if ('call' in rule)
    return readFileSync(join(root, 'docs/api.md'), 'utf8').includes(`\`${rule.call.replace(' ', ' /api')}\``);
  if ('action' in rule) {
    const [name, action] = rule.action.split('.');
    return allModules.some((module) => module.name === name && Object.hasOwn(module.actions, action!));
  }
  if ('noAction' in rule) {
    const words = rule.noAction === '*' ? bringsBack : takesBack;
    return actionsOf(rule.noAction).every(
      ([name, zh, en]) => rule.but?.includes(name) || !(words.zh.test(zh) || words.en.test(en)),
    );
  }
  const [file = '', name = ''] = rule.test.split(' › ');
  if (!existsSync(join(root, 'test', file))) return false;
  const source = readFileSync(join(root, 'test', file), 'utf8');
  return [`'${name}'`, `\`${name}\``, `"${name}"`].some((quoted) => source.includes(quoted));
}

describe('what texts promise', () => {
  it('stands in the table, each with its rule', () => {
    const known = new Set(table.flatMap(([, ...keys]) => keys));
    expect(promises.filter((key) => !known.has(key))).toEqual([]);
  });

  it('is still said where the table has it, once', () => {
    const keys = table.flatMap(([, ...own]) => own);
    expect(keys.filter((key) => !promises.includes(key))).toEqual([]);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  });

  it('has a rule that is there', () => {
    expect(table.filter(([rule, ...keys]) => !holds(rule, keys)).map(([rule]) => rule)).toEqual([]);
  });
});
