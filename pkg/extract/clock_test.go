package extract

import "time"

var testStart = time.Now()

func testTime() float64 { return time.Since(testStart).Seconds() }
