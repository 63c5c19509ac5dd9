import type { AreaHelp } from '../../help';

export const tool: AreaHelp = {
  datasource: {
    about:
      'Databases of other systems: PostgreSQL, MySQL or MariaDB. Once connected, their tables can be browsed and queried; this product never writes to them.',
    steps: [
      'Ask the administrator of the other system for an account that may only read. A read-only transaction stops writes, but not functions of the database with effects of their own; only the rights of the account do.',
      'Choose “Add”, pick the driver, and enter address, user name and password. The connection is tried first; what can’t be reached is not saved.',
      'A database inside the network must be listed in EGRESS_ALLOW as host:port, and need not be encrypted then. Any other must be encrypted, with a certificate from a public authority for that very host.',
      '“Browse schema” lists tables and views; choose one to see its columns. “Query” runs a single SELECT, also with Ctrl Enter; the result can be copied as CSV.',
      'The password is stored encrypted and never shown; left empty while editing, it stays. When address, driver or user name change, enter it again.',
    ],
    buttons: {
      'Test connection': 'Connects once with the stored account, and says whether it worked.',
      'Browse schema': 'Shows tables, views and their columns.',
      Query: 'Runs a read-only query of up to 10 seconds, 1,000 rows and 1 MB; who ran what is kept in the history.',
    },
    refusals: {
      'datasource.badAddress': 'Remove account, password and unknown parameters; an address has one host.',
      'datasource.notAllowed':
        'Check the host name. For a database inside the network, ask the operator to add it to EGRESS_ALLOW.',
      'datasource.away':
        'Check address and port, and the firewall of the other side; with encryption, its certificate.',
      'datasource.signIn':
        'Check user name, password and database, and whether the account may sign in from this server.',
      'datasource.passwordAgain':
        'A stored password is sent only to the place it was entered for. Enter it again after a change.',
      'datasource.badQuery': 'A single SELECT alone is taken. The reason is in the database’s own words.',
      'datasource.tooSlow': 'Add conditions, or ask for the columns you need.',
      'datasource.busy': 'Each data source runs two queries at a time. Try again later.',
    },
    see: ['page:tenant', 'page:auditLog', 'guide:logs'],
  },
  model: {
    about:
      'A register described by its fields: labels, types, list, search and form. Its pages are drawn beside the editor while you edit. A model begins from nothing, or from a table of another system.',
    steps: [
      'Choose “Add” and enter name and code. With “A table of a data source”, pick source and table as well, and tick the columns you need. Columns that cannot become fields are listed with the reason.',
      'Select a field at the left and change its label, type and use in the middle. Drag it, or press Alt and an arrow key, to move it; Insert adds and Delete removes one. All of it can be undone.',
      'Choices have a value and words in both languages; Enter in the last one adds another. Dictionaries and kinds of records are chosen from those that are there.',
      'In “Model settings”, pick the title field: a required text that names a record.',
      'The preview uses the real list, form and search with sample records. Add and edit in it as you like, nothing is saved; “Preview only” gives it the whole page.',
      'Press Ctrl S to save. Where another person has saved meanwhile, you choose whose version stays.',
    ],
    refusals: {
      'model.published': 'Withdraw a published model before you remove it.',
      'model.fixed':
        'Table and permissions are named by the code, which stays once a model was published. Make a new model for another code.',
    },
    see: ['page:datasource', 'page:dictbiz', 'page:auditLog'],
  },
};
