/**
 * Takes each icon that Fluent's components show from the file of that icon. Their own imports name the list of all icons,
 * 16 MB, of which only the build for users leaves out the rest.
 */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../../node_modules/@fluentui/react-icons/lib/atoms/svg');
const list = /import \{([^}]+)\} from ['"]@fluentui\/react-icons['"];?/g;

/** `ChevronDown12Filled` is in `chevron-down`; what is no icon is a helper. */
function sourceOf(name) {
  const [, icon] = /^(\w+?)\d*(?:Regular|Filled|Color|Light)$/.exec(name) ?? [];
  if (!icon) return '@fluentui/react-icons/utils';
  const file = icon.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
  return existsSync(join(folder, `${file}.js`)) ? `@fluentui/react-icons/svg/${file}` : '@fluentui/react-icons';
}

module.exports = function devIcons(source) {
  return source.replace(list, (_all, names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => `import { ${name} } from '${sourceOf(name.split(' ')[0])}';`)
      .join(' '),
  );
};
