package follow

import "github.com/ctxhook/ctxhook/pkg/guard/lang/sql"

// Created is what a statement of SQL creates.
type Created = sql.Object

// CreatedBy lists what the statements of a text in SQL create that was not there, had they all
// gone well; ok is false where the text does not tell.
func CreatedBy(text string) (list []Created, ok bool) { return sql.Created(text) }
