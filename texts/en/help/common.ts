import type { HelpWords } from '../../help';
import { chapters, pages } from './contents';

export const help: HelpWords = {
  drawer: {
    title: 'What this page does',
    close: 'Close',
    steps: 'How to use it',
    states: 'What the states mean',
    buttons: 'What the buttons do',
    refusals: 'When something is refused',
    see: 'Related pages and chapters',
    guide: 'User guide',
    keys: 'Keyboard shortcuts',
    tour: 'Replay the tour',
    none: 'There is no help for this page. It may belong to another system, or an administrator has added it.',
  },
  made: {
    about: 'View and manage {name} records. The list shows the data you have access to.',
    list: 'Search by: {fields}.',
    required: 'To add a record, enter: {fields}.',
    add: 'Adds a {name} record with a form.',
    update: 'Changes the record. The change goes into its history.',
    view: 'Shows the record and its history.',
    remove: 'Deletes the selected records. Records that others use can’t be deleted.',
    export: 'Saves the list as a file, with the current filters and columns.',
    import: 'Adds records from a file. Every row is checked, and nothing is written unless all rows pass.',
    action: 'Does this to the {name} record.',
    asks: 'It asks first: {text}',
  },
  guide: {
    contents: 'Contents',
    search: 'Search the guide',
    print: 'Print this chapter',
    found: 'Found in {count} places',
    none: 'Nothing found',
    previous: 'Previous: ',
    next: 'Next: ',
  },
  chapters,
  pages,
  tour: {
    skip: 'Skip the tour',
    back: 'Back',
    next: 'Next',
    done: 'Get started',
    step: 'Step {at} of {of}',
    steps: {
      menu: {
        title: 'Open pages from the menu',
        text: 'It lists every page you have access to. In a narrow window, open it with the button at the top left.',
      },
      search: {
        title: 'Find anything',
        text: 'Press Ctrl K and type the name of a page, a contract number, a customer’s name or phone number to open it directly.',
      },
      tabs: {
        title: 'Pages stay open as tabs',
        text: 'Switch between pages without losing what you have typed. Right-click a tab to refresh, pin or close it.',
      },
      notices: {
        title: 'Notices and messages',
        text: 'New notices and messages for you arrive here. The number shows how many are unread.',
      },
      person: {
        title: 'Your menu',
        text: 'Your profile and password, language, theme, screen lock and sign-out are here.',
      },
      help: {
        title: 'Help on every page',
        text: 'The question mark explains the page you are on. The user guide and this tour are there too.',
      },
    },
  },
};
