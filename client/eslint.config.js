import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

// ESLint does not know the types of Svelte components, so these rules are off there. svelte-check knows and checks them.
const untyped = Object.fromEntries(
  [
    'no-redundant-type-constituents',
    'no-unnecessary-type-assertion',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-member-access',
    'no-unsafe-return',
  ].map((rule) => [`@typescript-eslint/${rule}`, 'off']),
)

export default defineConfig(
  {
    ignores: [
      'public/',
      'src/protocol.ts',
      'src/messages/keys.ts',
      'src/games/*/messages/keys.ts',
      'src/games/generated.ts',
      'src/games/*/generated.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Stores here are raw values that are replaced as a whole, so plain sets and maps are fine in them.
      'svelte/prefer-svelte-reactivity': 'off',
      // svelte-check treats warnings as errors, and this rule does not know all of them.
      'svelte/no-unused-svelte-ignore': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  { files: ['**/*.svelte', '**/*.svelte.test.ts', 'src/games/*/index.ts'], rules: untyped },
  {
    files: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-this-alias': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['*.js', '*.ts'], extends: [ts.configs.disableTypeChecked], languageOptions: { globals: globals.node } },
  { files: ['sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['src/core/node.ts', 'src/core/nodereviews.ts'], rules: { 'no-console': 'off' } }, // separate programs, for tests
  // The worker asserts that its messages have the types of the protocol. This rule calls the assertions unnecessary.
  { files: ['src/local/*.ts'], rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'off' } },
)
