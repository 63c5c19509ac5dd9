import type { AreaHelp } from '../../help';

export const tool: AreaHelp = {
  datasource: {
    about:
      'Databases of other systems: PostgreSQL, MySQL or MariaDB. Once connected, their tables can be browsed and queried; this product never writes to them.',
    steps: [
      'Ask the administrator of the other system for an account that may only read. One with more rights is refused. A read-only transaction stops writes, but not functions of the database with effects of their own; only the rights of the account do.',
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
      'datasource.notReader':
        'Ask the database administrator to make a reader with the statements in the message, and enter its name and password.',
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
  code: {
    about:
      'Makes a source module of this product from a data model: declaration, migration, both halves and a test. Developers start with it and go on by hand.',
    steps: [
      'Choose “Add” and a data model; name, module and service are filled in from it and can be changed. The area is a folder of the sources, also a new one.',
      '“Preview” shows the files that would be made, each of which can be copied. “Generate code” downloads a zip; several chosen settings go into one, and their modules may point to each other.',
      'In the source tree run npm run add-module -- file.zip: it writes the files and enters the module in the list. With --branch name it commits to a new branch.',
      'When the model has changed, generate again and run the same command: hand-made changes stay, conflicts are marked, and changes of the table become another migration.',
    ],
    buttons: {
      'Generate code': 'Downloads the zip of the chosen settings.',
      Copy: 'Copies the setting under a new name, with the next migration number.',
    },
    refusals: {
      'code.badModel': 'Open the data model, correct the fields that are listed, and generate again.',
      'code.taken': 'Choose another module name, service or area.',
      'code.doubled': 'Change one of the two settings, or generate them one by one.',
      'code.noTarget': 'Choose the setting that generates the other module, too, or change the field of the model.',
      'code.tooEarly': 'Change the migration numbers: the table that is pointed to is made first.',
      'code.noDictionary': 'Use choices, or let a developer add the dictionary to the product first.',
    },
    see: ['page:model', 'page:datasource'],
  },
  apiDocs: {
    about:
      'Every call of this product, for systems that connect to it: address, permission, parameters, answer and refusals. Opening /api/docs in a browser leads here as well.',
    steps: [
      'Open an area, or search at the top by address, title or permission code; separate words with spaces.',
      'Choose a call to see its parameters with their types, which of them are required, and what it answers.',
      '“Copy as curl” gives a command for a terminal, without your token: it is read from the variable TOKEN.',
      '“Download OpenAPI 3.1” saves the whole document, to be imported into other tools.',
    ],
    see: ['page:api_scope', 'page:client', 'page:log_api'],
  },
};
