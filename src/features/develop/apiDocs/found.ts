import { type Label, label } from '../../../../contract/domain/text';
import { allModules } from '../../../../contract/modules';
import type { OutlineArea, OutlineCall } from '../../../../contract/wire/develop/apiOutline';

/** Calls that a search shows at most. */
export const mostFound = 50;

const titles = new Map(allModules.map(({ path, label: title }) => [path.slice(1), title]));
/** The module that an area's calls belong to; the area itself where it is none. */
export function titleOf(area: string): Label {
  return titles.get(area) ?? label(area, area);
}

function textOf({ method, path, title, permission }: OutlineCall, { zh, en }: Label): string {
  return [method, path, title.zh, title.en, ...permission, zh, en].join('\n').toLowerCase();
}

/** The areas with the calls that have every word of the search, the first of them, and how many there are in all. */
export function found(areas: readonly OutlineArea[], sought: string): { shown: OutlineArea[]; count: number } {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  const shown = areas.map(({ area, calls }) => {
    const title = titleOf(area);
    const matching = calls.filter((call) => words.every((word) => textOf(call, title).includes(word)));
    const room = Math.max(0, mostFound - count);
    count += matching.length;
    return { area, calls: matching.slice(0, room) };
  });
  return { shown: shown.filter(({ calls }) => calls.length > 0), count };
}
