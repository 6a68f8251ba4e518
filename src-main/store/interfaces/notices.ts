/** What happened while opening that a person should hear. */
export interface StoreNotice {
  readonly code: 'libraryDamaged' | 'runsDamaged' | 'userRestored' | 'migrated';
  readonly message: string;
}
